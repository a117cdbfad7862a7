import { readFileSync } from 'node:fs';
import { difference } from '@comporta/contract/change-requests/difference';
import type { EditType } from '@comporta/contract/change-requests/edit-type';
import { type Guarded, guardDecision } from '@comporta/contract/change-requests/guard-decision';
import {
  type Merged,
  mergeParts,
  type Sides,
} from '@comporta/contract/change-requests/merge-parts';
import { movedShares } from '@comporta/contract/change-requests/moved-shares';
import { type Body, partsOf } from '@comporta/contract/change-requests/parts-of';
import { type Ramp, rampSteps } from '@comporta/contract/change-requests/ramp-steps';
import { describe, expect, it } from 'vitest';

/** See conformance/safe-changes/README.md. */
const FOLDER = new URL('../../../../conformance/safe-changes/', import.meta.url);

function casesOf<Case>(file: string): readonly Case[] {
  return JSON.parse(readFileSync(new URL(`${file}.json`, FOLDER), 'utf8'));
}

interface Typed {
  readonly type: EditType;
}

it('SAF-05: the parts of a thing are those of every vector', () => {
  for (const { type, body, expect: expected } of casesOf<
    Typed & { readonly body: Body; readonly expect: object }
  >('parts-of')) {
    expect(Object.fromEntries(partsOf(type, body))).toEqual(expected);
  }
});

describe('SAF-06: two changes of a thing', () => {
  it.each(
    casesOf<Typed & Sides & { readonly name: string; readonly expect: Merged }>('merge-parts'),
  )('$name', ({ type, expect: expected, ...sides }) => {
    expect(mergeParts(type, sides)).toEqual(expected);
  });
});

it('SAF-07: the differences are those of every vector', () => {
  for (const { type, before, after, expect: expected } of casesOf<
    Typed & {
      readonly before: Body | null;
      readonly after: Body | null;
      readonly expect: object;
    }
  >('difference')) {
    expect(difference(type, before, after)).toEqual(expected);
  }
});

it('SAF-51: the shares that move are those of every vector', () => {
  for (const { values, before, after, expect: expected } of casesOf<{
    readonly values: readonly string[];
    readonly before: Ramp['spec'];
    readonly after: Ramp['spec'];
    readonly expect: object;
  }>('moved-shares')) {
    expect(movedShares(values, before, after)).toEqual(expected);
  }
});

it('SAF-50: the steps of a ramp, and those that it refuses, are those of every vector', () => {
  for (const { input, expect: expected } of casesOf<{
    readonly input: Ramp;
    readonly expect: object;
  }>('ramp-steps')) {
    const steps = rampSteps(input);
    const told = steps.ok ? { steps: steps.value } : { code: steps.problems[0].code };
    expect(told, JSON.stringify(input)).toEqual(expected);
  }
});

describe('SAF-53: what a guard decides', () => {
  it.each(
    casesOf<{ readonly name: string; readonly input: Guarded; readonly expect: object }>(
      'guard-decision',
    ),
  )('$name', ({ input, expect: expected }) => {
    expect(guardDecision(input)).toEqual(expected);
  });
});

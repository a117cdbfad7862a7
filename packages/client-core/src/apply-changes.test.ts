import { readFileSync } from 'node:fs';
import type { Snapshot } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import { applyChanges } from './apply-changes.ts';
import { type ChangeSet, dueWith } from './change-set.ts';

/** See conformance/snapshots/README.md. */
const FOLDER = new URL('../../../conformance/snapshots/', import.meta.url);

function casesOf<Case>(name: string): readonly Case[] {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
}

interface ApplyCase {
  readonly what: string;
  readonly held: Snapshot;
  readonly tag: string;
  readonly changes: unknown;
  readonly expected: object;
}

interface DecideCase {
  readonly what: string;
  readonly own: { readonly tag?: string };
  readonly event: Pick<ChangeSet, 'from' | 'to'>;
  readonly expected: string;
}

describe('SCL-06, SCL-11: applying a change set', () => {
  it.each(casesOf<ApplyCase>('apply.json'))('$what', ({ held, tag, changes, expected }) => {
    const applied = applyChanges(held, tag, changes);
    const result =
      'full' in applied ? applied : { snapshot: applied.snapshot, tag: applied.changes.to };
    expect(result).toEqual(expected);
  });

  it('keeps the lists of which no part changed', () => {
    const [{ held, tag, changes }] = casesOf<ApplyCase>('apply.json') as [ApplyCase];
    const applied = applyChanges(held, tag, changes);
    if ('full' in applied) throw new Error(applied.full);
    expect(applied.snapshot.toggles).toBe(held.toggles);
    expect(applied.snapshot.experiments).not.toBe(held.experiments);
    expect(applied.snapshot.experiments[0]).toBe(held.experiments[0]);
  });
});

it.each(casesOf<DecideCase>('decide.json'))('SCL-07: $what', ({ own, event, expected }) => {
  expect(dueWith(own.tag, event)).toBe(expected);
});

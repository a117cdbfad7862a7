import { readFileSync } from 'node:fs';
import { finished } from '@comporta/client-core/finished';
import type { Snapshot } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import { ChangeSteps, changeSetOf, differingIds } from './change-steps.ts';
import { contentTagOf } from './content-tag.ts';

/** See conformance/snapshots/README.md. */
const FOLDER = new URL('../../../../conformance/snapshots/', import.meta.url);

function casesOf<Case>(name: string): readonly Case[] {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
}

interface SetCase {
  readonly what: string;
  readonly from: Snapshot;
  readonly to: Snapshot;
  readonly expected: object;
}

interface TagCase {
  readonly what: string;
  readonly snapshot: Snapshot;
  readonly shuffled: Snapshot;
  readonly expected: string;
}

interface OpenCase {
  readonly what: string;
  readonly log: readonly { readonly from: string; readonly to: string }[];
  readonly now: string;
  readonly base?: string;
  readonly expected: 'CHANGES' | 'REVISION';
}

const tagOf = (snapshot: Snapshot) => finished(contentTagOf(snapshot));
const tagged = (sent: Snapshot) => ({ sent, tag: tagOf(sent) });

it.each(casesOf<TagCase>('tag.json'))('SCL-04: $what', ({ snapshot, shuffled, expected }) => {
  expect(tagOf(snapshot)).toBe(expected);
  expect(tagOf(shuffled)).toBe(expected);
});

describe('SCL-02, SCL-03: a change set', () => {
  it.each(casesOf<SetCase>('set.json'))('$what', ({ from, to, expected }) => {
    // Parsed anew, as after a load from nothing: all objects are other ones.
    const ids = differingIds(from, structuredClone(to));
    expect(changeSetOf(ids, tagOf(from), tagged(to))).toEqual(expected);
  });
});

const EMPTY: Snapshot = {
  format: 1,
  application: { id: 'application', name: 'Shop' },
  environment: { id: 'environment', name: 'Production' },
  revision: 1,
  properties: [],
  targetGroups: [],
  toggles: [],
  experiments: [],
};

describe('SCL-05: what a stream begins with', () => {
  it.each(casesOf<OpenCase>('open.json'))('$what', ({ log, now, base = '', expected }) => {
    const steps = new ChangeSteps();
    for (const { from, to } of log)
      steps.record({ sent: EMPTY, tag: from }, { sent: EMPTY, tag: to });
    const text = steps.textSince(base, { sent: EMPTY, tag: now });
    expect(text === undefined ? 'REVISION' : 'CHANGES').toBe(expected);
  });

  it('the oldest of more than 100 steps, or of those of more than 5,000 parts, is forgotten', () => {
    const steps = new ChangeSteps();
    let before = tagged(EMPTY);
    const tags = [before.tag];
    for (let revision = 2; revision <= 102; revision++) {
      const after = tagged({ ...EMPTY, revision });
      steps.record(before, after);
      tags.push(after.tag);
      before = after;
    }
    expect(steps.textSince(tags[0] ?? '', before)).toBeUndefined();
    expect(JSON.parse(steps.textSince(tags[1] ?? '', before) ?? '')).toMatchObject({
      from: tags[1],
      to: before.tag,
      revision: 102,
    });

    const imported = tagged({ ...EMPTY, revision: 103, properties: properties(5_001) });
    steps.record(before, imported);
    expect(steps.textSince(tags.at(-1) ?? '', imported)).toBeUndefined();
  });

  it('SCL-02: nothing above 32 KiB is sent as a change set', () => {
    const steps = new ChangeSteps();
    const before = tagged(EMPTY);
    const few = tagged({ ...EMPTY, properties: properties(100) });
    const many = tagged({ ...EMPTY, properties: properties(600) });
    steps.record(before, few);
    const text = steps.textSince(before.tag, few) ?? '';
    expect(JSON.parse(text).put.properties).toEqual(few.sent.properties);
    steps.record(few, many);
    expect(steps.textSince(before.tag, many)).toBeUndefined();
  });
});

function properties(count: number): Snapshot['properties'] {
  return Array.from({ length: count }, (_, index) => {
    const id = `property-${String(index).padStart(5, '0')}`;
    return { id, key: id, type: 'STRING' };
  });
}

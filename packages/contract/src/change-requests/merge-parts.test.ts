import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameJson } from '../canonical-json.ts';
import { type Choice, type Merged, mergeChosen, mergeParts } from './merge-parts.ts';
import type { Body } from './parts-of.ts';

const VALUES = ['on', 'off', 'beta'];
const BASE_IDS = ['a', 'b', 'c', 'd', 'e'];

interface Rule {
  readonly id: string;
  readonly value: string;
}

function body(rules: readonly Rule[], status = 'ACTIVE'): Body {
  return { status, rules };
}

const rulesOf = (one: Body) => (one.rules as readonly Rule[]).map(({ id }) => id);
const bases = fc
  .subarray(BASE_IDS, { minLength: 1 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) => fc.record({ id: fc.constant(id), value: fc.constantFrom(...VALUES) })),
    ),
  )
  .map((rules) => body(rules));

/** Another state of the base: rules changed, deleted, moved and inserted. `x` may be inserted by both sides. */
function editsOf(base: Body, own: string): fc.Arbitrary<Body> {
  const rules = base.rules as readonly Rule[];
  const kept = fc
    .subarray([...rules])
    .chain((some) => fc.shuffledSubarray(some, { minLength: some.length }))
    .chain((some) =>
      fc.constantFrom(
        some,
        rules.filter((rule) => some.includes(rule)),
      ),
    )
    .chain((some) =>
      fc.tuple(
        ...some.map((rule) =>
          fc
            .option(fc.constantFrom(...VALUES), { nil: rule.value })
            .map((value) => ({ ...rule, value })),
        ),
      ),
    );
  const inserted = fc.uniqueArray(fc.constantFrom(`${own}1`, `${own}2`, 'x'), { maxLength: 3 });
  return fc
    .tuple(
      kept,
      inserted,
      fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }),
      fc.constantFrom('ACTIVE', 'PAUSED'),
    )
    .map(([some, ids, places, status]) => {
      const result: Rule[] = [...some];
      for (const [index, id] of ids.entries()) {
        result.splice((places[index] ?? 0) % (result.length + 1), 0, { id, value: 'on' });
      }
      return body(result, status);
    });
}

const threeSides = bases.chain((base) =>
  fc.tuple(fc.constant(base), editsOf(base, 'm'), editsOf(base, 't')),
);

function sameMerge(one: Merged, other: Merged): boolean {
  return isSameJson(one, other);
}

describe('SAF-06: a merge', () => {
  it('takes the side that changed something when the other did not', () => {
    fc.assert(
      fc.property(threeSides, ([base, mine, theirs]) => {
        expect(mergeParts('experiment', { base, mine: base, theirs })).toEqual({ merged: theirs });
        expect(mergeParts('experiment', { base, mine, theirs: base })).toEqual({ merged: mine });
        expect(mergeParts('experiment', { base, mine, theirs: mine })).toEqual({ merged: mine });
      }),
    );
  });

  it('is the same whoever asks', () => {
    fc.assert(
      fc.property(threeSides, ([base, mine, theirs]) =>
        sameMerge(
          mergeParts('experiment', { base, mine, theirs }),
          mergeParts('experiment', { base, mine: theirs, theirs: mine }),
        ),
      ),
    );
  });

  it('neither loses nor doubles a rule', () => {
    fc.assert(
      fc.property(threeSides, ([base, mine, theirs]) => {
        const result = mergeParts('experiment', { base, mine, theirs });
        if (!('merged' in result) || result.merged === null) return;
        const ids = rulesOf(result.merged);
        expect(new Set(ids).size).toBe(ids.length);
        const [was, me, they] = [base, mine, theirs].map(rulesOf) as [string[], string[], string[]];
        const expected = new Set([
          ...was.filter((id) => me.includes(id) && they.includes(id)),
          ...[...me, ...they].filter((id) => !was.includes(id)),
        ]);
        expect(new Set(ids)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('changes every rule that one side alone changed', () => {
    fc.assert(
      fc.property(threeSides, ([base, mine, theirs]) => {
        const result = mergeParts('experiment', { base, mine, theirs });
        if (!('merged' in result) || result.merged === null) return;
        const valueIn = (one: Body, id: string) =>
          (one.rules as readonly Rule[]).find((rule) => rule.id === id)?.value;
        for (const id of rulesOf(result.merged)) {
          const [was, me, they] = [base, mine, theirs].map((one) => valueIn(one, id));
          expect(valueIn(result.merged, id)).toBe(me === was ? they : me);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('is settled by choices, which keep every rule that nobody has deleted', () => {
    const choices = fc.func<[string], Choice>(fc.constantFrom('MINE', 'THEIRS'));
    fc.assert(
      fc.property(threeSides, choices, ([base, mine, theirs], choiceOf) => {
        const result = mergeChosen('experiment', { base, mine, theirs }, choiceOf);
        if (result === undefined || result === null) throw new Error('nothing was settled');
        const ids = rulesOf(result);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of [...rulesOf(mine), ...rulesOf(theirs)]) {
          const isDeleted = [mine, theirs].some((side) => !rulesOf(side).includes(id));
          if (!isDeleted || !rulesOf(base).includes(id)) expect(ids).toContain(id);
        }
        const plain = mergeParts('experiment', { base, mine, theirs });
        if ('merged' in plain) expect(result).toEqual(plain.merged);
        const parts = mergeParts('experiment', { base: theirs, mine: result, theirs });
        expect(parts).toEqual({ merged: result });
      }),
      { numRuns: 1_000 },
    );
  });
});

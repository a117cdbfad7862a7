import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type ItemChange, itemChanges } from './list-changes.ts';

test.each<[string, string, string, ItemChange[]]>([
  ['nothing changed', 'abc', 'abc', []],
  ['an item added at the top is one change', 'abc', 'xabc', [{ is: 0 }]],
  ['a removed item is one change', 'abc', 'ac', [{ was: 1 }]],
  ['an item replaced in its place', 'abc', 'axc', [{ was: 1, is: 1 }]],
  ['an item moved past two others', 'abc', 'cab', [{ was: 2, is: 0 }]],
  ['all items replaced', 'ab', 'xyz', [{ was: 0, is: 0 }, { was: 1, is: 1 }, { is: 2 }]],
  [
    'one item moved and one replaced',
    'abcd',
    'daxc',
    [
      { was: 3, is: 0 },
      { was: 1, is: 2 },
    ],
  ],
  ['a duplicate of an item', 'ab', 'aab', [{ is: 1 }]],
])('%s: %s to %s', (_title, before, after, changes) => {
  expect(itemChanges([...before], [...after])).toEqual(changes);
});

describe('for any two lists', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });

  it('the changes turn the first into the second', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const changes = itemChanges(before, after);
        const gone = new Set(changes.map((change) => change.was));
        const fresh = new Map(changes.map((change) => [change.is, change]));
        const kept = before.filter((_item, index) => !gone.has(index));
        const rebuilt = after.map((item, index) => (fresh.has(index) ? item : kept.shift()));
        expect(rebuilt).toEqual(after);
        expect(kept).toEqual([]);
      }),
    );
  });

  it('no index occurs twice', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        for (const side of ['was', 'is'] as const) {
          const indices = itemChanges(before, after).flatMap((change) => change[side] ?? []);
          expect(new Set(indices).size).toBe(indices.length);
        }
      }),
    );
  });
});

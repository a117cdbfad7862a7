import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, isSameJson } from './canonical-json.ts';

/** The same with the members of each object the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, turned(member)]),
  );
}

describe('values that have the same JSON', () => {
  it('are found whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(isSameJson(one, turned(one))).toBe(true);
        expect(isSameJson({ one }, { other })).toBe(false);
        expect(isSameJson(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
        expect(isSameJson([one, other], [other, one])).toBe(isSameJson(one, other));
      }),
    );
  });

  it.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: undefined }, { b: 1 }, false],
    [[undefined], [null], true],
    [undefined, null, false],
    [[], {}, false],
    [{ length: 0 }, [], false],
    [Number.NaN, null, true],
    [new Date(0), '1970-01-01T00:00:00.000Z', true],
    [{ at: new Date(0) }, { at: new Date(1) }, false],
    [JSON.parse('{"__proto__":1}'), {}, false],
  ])('%j and %j: %s', (one, other, isSame) => {
    expect(isSameJson(one, other)).toBe(isSame);
    expect(isSameJson(other, one)).toBe(isSame);
    expect(canonicalJson(one) === canonicalJson(other)).toBe(isSame);
  });
});

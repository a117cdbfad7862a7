import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSameJson } from './same-json.ts';

it('two JSON values are the same exactly when Node finds them deeply equal', () => {
  const odd = fc.constantFrom('__proto__', 'constructor', 'length', '0');
  const value = fc.jsonValue({ maxDepth: 3 });
  const json = fc.oneof(value, fc.dictionary(odd, value, { maxKeys: 3, noNullPrototype: true }));
  fc.assert(
    fc.property(json, json, (a, b) => {
      const [first, second] = [parsed(a), parsed(b)];
      expect(isSameJson(first, second)).toBe(isDeepStrictEqual(first, second));
      expect(isSameJson(first, parsed(a))).toBe(true);
    }),
  );
});

it.each([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [[], {}, false],
  [[undefined], [], false],
  [{ a: undefined }, { b: undefined }, false],
  [{}, { toString: 1 }, false],
  [null, {}, false],
  ['1', 1, false],
])('%j and %j: %s', (a, b, expected) => {
  expect(isSameJson(a, b)).toBe(expected);
  expect(isSameJson(b, a)).toBe(expected);
});

function parsed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

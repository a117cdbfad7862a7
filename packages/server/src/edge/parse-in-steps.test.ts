import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseInSteps } from './parse-in-steps.ts';

const ITEM = { id: 'a"b\\\\', name: '],}{[\\"', values: ['on', 'off'], rules: [[], [{}]] };
const WHOLE = { format: 1, none: [], toggles: Array(9).fill(ITEM), experiments: [1, null, 'x'] };

function read(json: string, pieceBytes: number): { value: unknown; pauses: number } {
  const steps = parseInSteps(json, pieceBytes);
  for (let pauses = 0; ; pauses += 1) {
    const step = steps.next();
    if (step.done === true) return { value: step.value, pauses };
  }
}

it('OPS-06: a text is parsed in steps, with the same result as JSON.parse', () => {
  for (const json of [JSON.stringify(WHOLE), JSON.stringify(WHOLE, null, '\t')]) {
    const { value, pauses } = read(json, 100);
    expect(value).toEqual(WHOLE);
    expect(pauses).toBeGreaterThan(json.length / 400);
    expect(read(json, 64 * 1024)).toEqual({ value: WHOLE, pauses: 0 });
  }
});

it('the result is that of JSON.parse for any text', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), object),
      fc.integer({ min: 0, max: 40 }),
      (value, chars) => {
        const json = JSON.stringify(value);
        expect(read(json, chars).value).toEqual(JSON.parse(json));
      },
    ),
  );
});

it('a damaged text has the same result as with JSON.parse, or fails as there', () => {
  const json = JSON.stringify({ ...WHOLE, toggles: [ITEM] });
  const broken = fc.tuple(fc.nat(json.length), fc.nat(3), fc.constantFrom(...'[]{},":\\ 1', ''));
  const attempt = (parse: () => unknown) => {
    try {
      return { value: parse() };
    } catch (error) {
      return { error: error instanceof SyntaxError };
    }
  };
  fc.assert(
    fc.property(broken, fc.integer({ min: 0, max: 40 }), ([at, gone, put], chars) => {
      const other = json.slice(0, at) + put + json.slice(at + gone);
      expect(attempt(() => read(other, chars).value)).toEqual(attempt(() => JSON.parse(other)));
    }),
    { numRuns: 3_000 },
  );
});

it.each([
  '{"a":[1,],"b":"cdefghijkl"}',
  '{"a":[,1],"b":"cdefghijkl"}',
  '{"a":[1,,2],"b":"cdef"}',
  '{"a":[      ,1]}',
])('a missing item between commas is refused: %s', (json) =>
  expect(() => read(json, 0)).toThrow(SyntaxError),
);

it('the last of several members with the same name counts, and __proto__ is an ordinary member', () => {
  const json = '{"a":[1,2],"a":[3],"__proto__":[4,5]}';
  expect(JSON.stringify(read(json, 0).value)).toBe(JSON.stringify(JSON.parse(json)));
});

import { expect, it } from 'vitest';
import { EqualParts } from './equal-parts.ts';

const rule = () => ({
  id: `rule-${Math.random()}`,
  type: 'PROPERTY',
  propertyRule: { propertyId: 'country', expression: 'IN', term: 'PT,ES' },
  valueSpec: Object.freeze({ type: 'SPLIT', split: Object.freeze({ on: 50, off: 50 }) }),
  names: ['a', { b: 'c' }],
  phase: undefined,
  note: null,
});

it('OPS-01: equal parts become one object, with the same content', () => {
  const equal = new EqualParts();
  const given = [rule(), Object.freeze(rule())];
  const [one, other] = given.map((each) => equal.members(each));
  expect(JSON.stringify([one, other])).toBe(JSON.stringify(given));
  expect(other?.propertyRule).toBe(one?.propertyRule);
  expect(other?.valueSpec).toBe(one?.valueSpec);
  expect(other?.names).not.toBe(one?.names);
  expect(other?.names[1]).toBe(one?.names[1]);
});

it('values that differ in a member, a type or the order of members are not shared', () => {
  const equal = new EqualParts();
  const values = [{ a: 1 }, { a: '1' }, { a: 1, b: 2 }, { b: 2, a: 1 }, [1], ['1'], {}, []];
  expect(values.map((value) => equal.value(structuredClone(value)))).toEqual(values);
});

it('a member named __proto__ stays a member', () => {
  const text = '{"__proto__":{"a":"b"},"c":{"__proto__":{"d":"e"}}}';
  const read = new EqualParts().members(JSON.parse(text));
  expect(JSON.stringify(read)).toBe(text);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

it('keeps the latest 10,000 values, and no long ones', () => {
  const equal = new EqualParts();
  const first = equal.value({ n: 0 });
  const long = equal.value({ text: 'x'.repeat(500) });
  expect(equal.value({ n: 0 })).toBe(first);
  expect(equal.value({ text: 'x'.repeat(500) })).not.toBe(long);
  for (let n = 1; n <= 10_000; n++) equal.value({ n });
  expect(equal.value({ n: 0 })).not.toBe(first);
});

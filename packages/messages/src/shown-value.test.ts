import { describe, expect, it } from 'vitest';
import { isShownWhole, shownValue } from './shown-value.ts';

describe('SDK-06: a value in a list', () => {
  it.each([
    ['enabled', 'enabled'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(60)}…`],
    ['🙂'.repeat(61), `${'🙂'.repeat(60)}…`],
    ['{\n  "a": 1\n}', '{a: 1}'],
    ['{\n  "a": [1, "b"],\n  "c": {"d": null}\n}', '{a: [1, b], c: {d: null}}'],
    ['{\n no object', '{…'],
    ['first \r\nsecond', 'first…'],
  ])('%j is %j', (value, shown) => {
    expect(shownValue(value)).toBe(shown);
    expect(isShownWhole(value)).toBe(value === shown);
  });
});

describe('CDW-80 CNS-11: a value among others', () => {
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  const blue = json({ label: 'Buy', color: 'blue' });
  const red = json({ label: 'Buy', color: 'red' });

  it('is shown by its first distinguishing member', () => {
    expect(shownValue(red, [blue, red])).toBe('{…, color: red}');
    expect(shownValue(blue, [blue, red])).toBe('{…, color: blue}');
    expect(shownValue(json({ a: 1 }), [json({ a: 2 })])).toBe('{a: 1}');
  });

  it('names the member of an object inside', () => {
    const deep = (size: number) => json({ name: 'x', button: { round: true, size } });
    expect(shownValue(deep(2), [deep(1), deep(2)])).toBe('{…, button: {…, size: 2}}');
  });

  it('prefers a member that no other value has', () => {
    const values = [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 3 },
    ].map(json);
    const shown = values.map((value) => shownValue(value, values));
    expect(shown).toEqual(['{…, b: 1}', '{…, b: 2}', '{…, a: 2}']);
  });

  it('is shown by its first line that differs', () => {
    expect(shownValue('one\ntwo\nthree', ['one\n2\nthree'])).toBe('…two…');
    expect(shownValue('one\ntwo', ['one\n2'])).toBe('…two');
  });

  it('is cut at its beginning when the others begin alike', () => {
    const address = (page: string) => `https://shop.example/${'x'.repeat(60)}/${page}`;
    expect(shownValue(address('blue'), [address('red')])).toBe(`…${'x'.repeat(9)}/blue`);
  });
});

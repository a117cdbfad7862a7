import { describe, expect, it } from 'vitest';
import { bounded, boundedThing } from './bounded.ts';

const MAX_BYTES = 32 * 1024;
const bytesOf = (thing: object) => Buffer.byteLength(JSON.stringify(thing));

describe('LIF-67: one thing', () => {
  it('that fits is answered whole', () => {
    const values = ['é'.repeat(16_000)];
    expect(boundedThing({ values })).toEqual({ values });
  });

  it('that does not fit keeps the beginning of its lists, and says that it is cut', () => {
    const values = Array.from({ length: 300 }, (_, place) => `${place} ${'é'.repeat(100)}`);
    const cut = boundedThing({ name: 'checkout', values });
    expect(cut).toEqual({ name: 'checkout', values: values.slice(0, 150), isCut: true });
    expect(bytesOf(cut)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('keeps the beginning of a long text, and all that is short', () => {
    const cut = boundedThing({ name: 'x'.repeat(40_000), values: ['a', 'b'] });
    expect(cut).toEqual({ name: `${'x'.repeat(20_000)}…`, values: ['a', 'b'], isCut: true });
    const pairs = boundedThing({ values: ['a', `${'x'.repeat(21)}${'😀'.repeat(9_000)}`] });
    const { values } = pairs as { readonly values: readonly [string, string] };
    expect(values[0]).toBe('a');
    expect(values[1]).toMatch(/^x{21}(?:😀)+…$/u);
  });

  it('keeps what is around a long list deep in it', () => {
    const rules = Array.from({ length: 1_000 }, (_, n) => ({ name: `${n}`, term: 'x'.repeat(40) }));
    const experiments = [
      { environment: 'Test', rules: rules.slice(0, 2) },
      { environment: 'Production', rules },
    ];
    const cut = boundedThing({ name: 'checkout', experiments });
    expect(cut).toEqual({
      name: 'checkout',
      isCut: true,
      experiments: [experiments[0], { environment: 'Production', rules: rules.slice(0, 500) }],
    });
  });

  it('is nothing but cut where nothing in it can be shortened', () => {
    const numbers = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key-${n}`, n]));
    expect(boundedThing(numbers)).toEqual({ isCut: true });
  });
});

it('LIF-67: one long row of many does not hide those after it', () => {
  const long = { name: 'long', values: ['é'.repeat(40_000), 'b'] };
  const others = Array.from({ length: 9 }, (_, n) => ({ name: `toggle-${n}` }));
  const { rows, more } = bounded([long, ...others]);
  expect(more).toBe(0);
  expect(rows.slice(1)).toEqual(others);
  expect(rows[0]).toMatchObject({ name: 'long', isCut: true });
  expect(JSON.stringify(rows[0])).toMatch(/"é{500,}…","b"/);
  expect(bytesOf({ rows, more })).toBeLessThanOrEqual(MAX_BYTES);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorPlace } from './json-place.ts';

describe('CDW-80: the place of an error in JSON', () => {
  it.each([
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{\n  "a": red\n}', 2, 8],
    ['{"a": [1, 2}', 1, 12],
    ['{"a": "b', 1, 7],
    ['{"a": 01}', 1, 8],
    ['{} {}', 1, 4],
    ['', 1, 1],
  ])('%j is wrong at line %i, column %i', (text, line, column) => {
    expect(jsonErrorPlace(text)).toEqual({ line, column });
  });

  it('is undefined exactly for what JSON.parse takes', () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const written = fc.json();
    const broken = fc
      .tuple(written, fc.nat(40), fc.constantFrom('', '"', '{', ',', '0', '-', '\n', '\\', 'e'))
      .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(written, broken), (text) => {
        expect(jsonErrorPlace(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 1000 },
    );
  });
});

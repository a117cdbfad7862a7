import { describe, expect, it } from 'vitest';
import { isShownWhole, shownValue } from './shown-value.ts';

describe('SDK-06: a value in a list', () => {
  it.each([
    ['enabled', 'enabled'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(60)}…`],
    ['🙂'.repeat(61), `${'🙂'.repeat(60)}…`],
    ['{\n  "a": 1\n}', '{…'],
    ['first \r\nsecond', 'first…'],
  ])('%j is %j', (value, shown) => {
    expect(shownValue(value)).toBe(shown);
    expect(isShownWhole(value)).toBe(value === shown);
  });
});

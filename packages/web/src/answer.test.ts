import { describe, expect, it } from 'vitest';
import { changedFlags, isSameContext } from './answer.ts';

describe('the changes between two responses', () => {
  it('are the flags with another value, the new ones and the removed ones', () => {
    const before = [
      { key: 'same', value: 1 },
      { key: 'other', value: true },
      { key: 'gone', value: 'x' },
    ];
    const after = [
      { key: 'same', value: 1 },
      { key: 'other', value: false },
      { key: 'new', value: 'y' },
    ];
    expect(changedFlags(before, after)).toEqual(['other', 'new', 'gone']);
  });
});

describe('two contexts', () => {
  it('are the same in any order of properties; a date equals its text in JSON', () => {
    const born = new Date('2026-11-22T00:00:00Z');
    expect(
      isSameContext(
        { targetingKey: 'ana', born },
        { born: born.toISOString(), targetingKey: 'ana' },
      ),
    ).toBe(true);
    expect(isSameContext({ targetingKey: 'ana' }, { targetingKey: 'bob' })).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { differencesBetween, type PartsOf } from './difference.ts';

describe('the differences between two states of a form', () => {
  it('are none when both states are equal', () => {
    const state = { name: 'Staff', conditions: ['a', 'b'] };
    expect(differencesBetween(state, { ...state })).toEqual([]);
  });

  it('of a text are its former and its new value', () => {
    expect(differencesBetween({ name: 'Staff', key: 'k' }, { name: '', key: 'k' })).toEqual([
      { kind: 'changed', part: 'name', before: 'Staff', after: '' },
    ]);
  });

  it('of a list are the texts removed and the texts added', () => {
    expect(differencesBetween({ values: ['a', 'b', 'b'] }, { values: ['b', 'c'] })).toEqual([
      { kind: 'removed', part: 'values', text: 'a' },
      { kind: 'removed', part: 'values', text: 'b' },
      { kind: 'added', part: 'values', text: 'c' },
    ]);
  });

  it('of a reordered list are both orders', () => {
    expect(differencesBetween({ values: ['a', 'b'] }, { values: ['b', 'a'] })).toEqual([
      { kind: 'changed', part: 'values', before: 'a, b', after: 'b, a' },
    ]);
  });
});

it('HOUSE-01: a text that a draft omits is an empty one, on either side', () => {
  const said: PartsOf<{ readonly name: string; readonly description?: string | undefined }> = {
    name: 'Staff',
  };
  const text = { kind: 'changed', part: 'description' };
  const other = { ...said, description: 'All of us' };
  expect(differencesBetween(said, other)).toEqual([{ ...text, before: '', after: 'All of us' }]);
  expect(differencesBetween(other, said)).toEqual([{ ...text, before: 'All of us', after: '' }]);
});

it('CODE-03: a field of a draft that is not described in words does not compile', () => {
  const said: PartsOf<{ readonly name: string; readonly admin: boolean }> = {
    name: 'Rui',
    admin: 'yes',
  };
  // @ts-expect-error -- a field is missing
  const forgotten: typeof said = { name: 'Rui' };
  // @ts-expect-error -- only text fields can stay as they are
  const unsaid: typeof said = { name: 'Rui', admin: true };
  expect([said, forgotten, unsaid].map(({ name }) => name)).toEqual(['Rui', 'Rui', 'Rui']);
});

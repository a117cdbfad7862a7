import { speak } from '@comporta/messages/speak';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { Say } from '../base/say.ts';
import {
  addCondition,
  conditionAt,
  draftOf,
  duplicateCondition,
  moveCondition,
  refusalOfSave,
  removeCondition,
} from './target-group-form.ts';
import { problemText } from './target-group-words.ts';

const text = { propertyId: 'country', expression: 'EQUALS', term: 'BR' } as const;
const conditions = ['a', 'b', 'c'].map((id) => ({ id, ...text }));
const english: Say = speak('en');

function ids(list: readonly { readonly id: string }[]) {
  return list.map(({ id }) => id);
}

function refused(status: number, code: string, meta = {}) {
  return refusalOfSave(new ApiError({ status, code, meta }));
}

describe('target group form', () => {
  it('starts with what was saved, without what the form does not change', () => {
    const saved = {
      id: 'g',
      appId: 'a',
      name: 'Brazil',
      description: '',
      policy: 'OR',
      conditions: [{ id: 'c', ...text, propertyType: 'STRING' }],
      version: 2,
    } as const;
    expect(draftOf({ ...saved, conditions: [...saved.conditions] })).toEqual({
      name: 'Brazil',
      description: '',
      policy: 'OR',
      conditions: [{ id: 'c', ...text }],
    });
  });

  it('adds an empty condition at the end, a copy right after the original, each with an id of its own', () => {
    const added = addCondition(addCondition(conditions));
    expect(ids(added)).toEqual(['a', 'b', 'c', 'new-1', 'new-2']);
    expect(added.at(-1)).toEqual({ id: 'new-2', propertyId: '', expression: '', term: '' });
    const copied = duplicateCondition(added, 0);
    expect(ids(copied)).toEqual(['a', 'new-3', 'b', 'c', 'new-1', 'new-2']);
    expect(copied[1]).toEqual({ id: 'new-3', ...text });
  });

  it('moves by swapping neighbours, and not beyond the ends', () => {
    expect(ids(moveCondition(conditions, 1, -1))).toEqual(['b', 'a', 'c']);
    expect(ids(moveCondition(conditions, 1, 1))).toEqual(['a', 'c', 'b']);
    expect(moveCondition(conditions, 0, -1)).toBe(conditions);
    expect(moveCondition(conditions, 2, 1)).toBe(conditions);
  });

  it('removes the one that was meant', () => {
    expect(ids(removeCondition(conditions, 1))).toEqual(['a', 'c']);
  });
});

describe('a refused save', () => {
  it('DUPLICATE_NAME: stands beside the name', () => {
    expect(refused(409, 'DUPLICATE_NAME')).toMatchObject({ code: 'DUPLICATE_NAME', at: ['name'] });
  });

  it.each([
    ['NO_PROPERTY', 'propertyId'],
    ['INVALID_EXPRESSION', 'expression'],
    ['INVALID_REGEX', 'term'],
  ])('%s: stands in the condition that the server numbers, beside its %s', (code, field) => {
    const problem = refused(400, code, { condition: 2 });
    expect(conditionAt(problem)).toEqual({ index: 1, field });
  });

  it('LIMIT_EXCEEDED: is about the list when no condition is named', () => {
    const problem = refused(400, 'LIMIT_EXCEEDED', { limit: 100 });
    expect(problem && problemText(english, problem)).toBe(
      'A target group can have at most 100 conditions!',
    );
    expect(conditionAt(problem)).toBeUndefined();
  });

  it.each([
    ['a code of another call', refused(409, 'EXPERIMENT_EXISTS')],
    ['a bug', refusalOfSave(new TypeError('x is undefined'))],
  ])('leaves %s to the general words', (_, problem) => {
    expect(problem).toBeUndefined();
  });
});

import { NEW_TOGGLE } from '@comporta/contract/toggles/toggle';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { addValue, draftOf, refusalOfSave, removeValue } from './toggle-form.ts';

const saved = {
  id: 't',
  appId: 'a',
  name: 'new-checkout',
  description: '',
  values: ['enabled', 'disabled'],
  defaultValue: 'disabled',
  valueType: 'BOOLEAN',
  version: 1,
} as const;

function refused(status: number, code: string, meta = {}) {
  return refusalOfSave(new ApiError({ status, code, meta }));
}

describe('toggle form', () => {
  it('starts a new toggle with enabled and disabled, disabled being the default', () => {
    expect(NEW_TOGGLE).toMatchObject({ values: ['enabled', 'disabled'], defaultValue: 'disabled' });
  });

  it('leaves the value type to the values, unless somebody chose another one', () => {
    expect(draftOf(saved).valueType).toBe('');
    expect(draftOf({ ...saved, valueType: 'STRING' }).valueType).toBe('STRING');
    expect(draftOf({ ...saved, values: ['1', '2'], valueType: 'NUMBER' }).valueType).toBe('NUMBER');
  });

  it.each([
    [' beta ', 'ADDED', ['a', 'b', 'beta']],
    ['b', 'ALREADY_THERE', ['a', 'b']],
    ['B', 'ADDED', ['a', 'b', 'B']],
    ['  ', 'BLANK', ['a', 'b']],
  ])('%j entered is %s', (typed, outcome, values) => {
    expect(addValue(['a', 'b'], typed)).toEqual({ outcome, values });
  });

  it('has no default after the default was removed, and the same one after another was', () => {
    const draft = { values: ['a', 'b', 'c'], defaultValue: 'b' };
    expect(removeValue(draft, 'b')).toEqual({ values: ['a', 'c'], defaultValue: '' });
    expect(removeValue(draft, 'c')).toEqual({ values: ['a', 'b'], defaultValue: 'b' });
  });
});

describe('a refused save', () => {
  it('DUPLICATE_NAME: stands beside the name', () => {
    expect(refused(409, 'DUPLICATE_NAME')).toMatchObject({ code: 'DUPLICATE_NAME', at: ['name'] });
  });

  it('VALUE_IN_USE: stands beside the values and says where', () => {
    const meta = { value: 'beta', experiments: [] };
    expect(refused(409, 'VALUE_IN_USE', meta)).toEqual({
      code: 'VALUE_IN_USE',
      at: ['values'],
      meta,
    });
  });

  it('MAX_FEATURE_TOGGLES_LIMIT_REACHED: is about no field', () => {
    expect(refused(409, 'MAX_FEATURE_TOGGLES_LIMIT_REACHED')?.at).toEqual([]);
  });

  it.each([
    ['a code of another call', refused(409, 'EXPERIMENT_EXISTS')],
    ['a bug', refusalOfSave(new TypeError('x is undefined'))],
  ])('leaves %s to the general words', (_, problem) => {
    expect(problem).toBeUndefined();
  });
});

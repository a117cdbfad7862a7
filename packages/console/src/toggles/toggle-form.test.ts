import { aToggle } from '@comporta/contract/testing/stored-entities';
import { NEW_TOGGLE } from '@comporta/contract/toggles/toggle';
import { describe, expect, it } from 'vitest';
import {
  addValue,
  NEW_TOGGLE_FORM,
  nextToggle,
  removeValue,
  toggleForm,
  withEntry,
} from './toggle-form.ts';

const saved = aToggle({ name: 'new-checkout' });

describe('toggle form', () => {
  it('starts a new toggle with enabled and disabled, where disabled is the default', () => {
    expect(NEW_TOGGLE).toMatchObject({ values: ['enabled', 'disabled'], defaultValue: 'disabled' });
  });

  it('infers the value type from the values, unless the user chose another one', () => {
    expect(toggleForm(saved).valueType).toBe('');
    expect(toggleForm({ ...saved, valueType: 'STRING' }).valueType).toBe('STRING');
    expect(toggleForm({ ...saved, values: ['1', '2'], valueType: 'NUMBER' }).valueType).toBe(
      'NUMBER',
    );
  });

  it.each([
    [' beta ', 'ADDED', ['a', 'b', 'beta']],
    ['b', 'ALREADY_THERE', ['a', 'b']],
    ['B', 'ADDED', ['a', 'b', 'B']],
    ['  ', 'BLANK', ['a', 'b']],
  ])('entering %j is %s', (typed, outcome, values) => {
    expect(addValue(['a', 'b'], typed)).toEqual({ outcome, values });
  });

  it('a save enters the text in "Add a value", and so does the start of the next toggle', () => {
    const draft = { ...NEW_TOGGLE_FORM, name: 'plan', entry: ' beta ' };
    const values = ['enabled', 'disabled', 'beta'];
    expect(withEntry(draft)).toEqual({ ...NEW_TOGGLE_FORM, name: 'plan', values });
    expect(nextToggle(draft)).toMatchObject({ name: '', values, entry: '' });
  });

  it('has no default after the default was removed, and keeps it when another value was', () => {
    const draft = { values: ['a', 'b', 'c'], defaultValue: 'b' };
    expect(removeValue(draft, 'b')).toEqual({ values: ['a', 'c'], defaultValue: '' });
    expect(removeValue(draft, 'c')).toEqual({ values: ['a', 'b'], defaultValue: 'b' });
  });
});

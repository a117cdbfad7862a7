import { aUser } from '@comporta/contract/testing/stored-entities';
import { NEW_USER } from '@comporta/contract/users/user';
import { describe, expect, it } from 'vitest';
import { checkDraft, isSelf, toggleApplication, userDraft } from './user-form.ts';

const RUI = aUser({ name: 'Rui', email: 'rui@example.com', active: false, apps: ['a'] });

describe('a user form', () => {
  it('has the active state of a user, except for invited users', () => {
    expect(userDraft(RUI)).toMatchObject({ active: false });
    expect(userDraft({ ...RUI, invited: true })).not.toHaveProperty('active');
    expect(checkDraft({ ...userDraft(RUI), active: true })).toMatchObject({
      ok: true,
      value: { active: true, apps: ['a'] },
    });
  });

  it('EMPTY_NAME, EMPTY_EMAIL: a new user needs both', () => {
    expect(checkDraft(NEW_USER)).toMatchObject({
      problems: [{ code: 'EMPTY_NAME' }, { code: 'EMPTY_EMAIL' }],
    });
  });

  it('adds and removes applications', () => {
    expect(toggleApplication(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggleApplication(['a', 'b'], 'a')).toEqual(['b']);
  });

  it('identifies the logged-in user by e-mail, ignoring case', () => {
    expect(isSelf('Rui@Example.com', RUI)).toBe(true);
    expect(isSelf('ana@example.com', RUI)).toBe(false);
    expect(isSelf(undefined, RUI)).toBe(false);
  });
});

import { aUser } from '@comporta/contract/testing/stored-entities';
import { NEW_USER } from '@comporta/contract/users/user';
import { describe, expect, it } from 'vitest';
import { checkDraft, isSelf, toggleApplication, userDraft } from './user-form.ts';
import { changeException, roleFor, withException, withRole } from './user-roles.ts';

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

  it('SAF-41: sends all roles, but those in applications that the user may no longer open', () => {
    const environments = [{ envId: 'p', role: 'VIEWER' as const }];
    const roles = [
      { appId: 'a', role: 'EDITOR' as const, environments },
      { appId: 'b', role: 'VIEWER' as const, environments: [] },
    ];
    const draft = userDraft({ ...RUI, apps: ['a', 'b'], roles });
    expect(checkDraft(draft)).toMatchObject({ value: { roles } });
    expect(checkDraft({ ...draft, apps: ['b'] })).toMatchObject({ value: { roles: [roles[1]] } });
    expect(checkDraft(userDraft(RUI))).toMatchObject({ value: { roles: [] } });
  });

  it('SAF-40: another role in one environment is added, changed and removed', () => {
    const environments = [
      { id: 'p', name: 'Production' },
      { id: 's', name: 'Staging' },
    ];
    const editor = roleFor([], 'a');
    expect(editor).toEqual({ appId: 'a', role: 'EDITOR', environments: [] });
    const except = withException(editor, environments);
    expect(except.environments).toEqual([{ envId: 'p', role: 'VIEWER' }]);
    expect(withException({ ...except, role: 'VIEWER' }, environments).environments).toEqual([
      { envId: 'p', role: 'VIEWER' },
      { envId: 's', role: 'EDITOR' },
    ]);
    const approver = changeException(except, 0, { role: 'APPROVER' });
    expect(approver.environments).toEqual([{ envId: 'p', role: 'APPROVER' }]);
    expect(changeException(approver, 0, undefined)).toEqual(editor);
    expect(withRole([except], approver)).toEqual([approver]);
  });

  it('identifies the logged-in user by e-mail, ignoring case', () => {
    expect(isSelf('Rui@Example.com', RUI)).toBe(true);
    expect(isSelf('ana@example.com', RUI)).toBe(false);
    expect(isSelf(undefined, RUI)).toBe(false);
  });
});

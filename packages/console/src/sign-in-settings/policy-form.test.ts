import {
  DEFAULT_SIGN_IN_POLICY,
  type SavedSignInPolicy,
} from '@comporta/contract/identity/sign-in-policy';
import { describe, expect, it } from 'vitest';
import { checkPolicyForm, lockedOut, policyForm } from './policy-form.ts';

const rui = {
  id: 'rui',
  name: 'Rui',
  email: '',
  hasPassword: true,
  hasFactor: true,
  connected: false,
};
const SAVED: SavedSignInPolicy = {
  ...DEFAULT_SIGN_IN_POLICY,
  id: 'acme',
  version: 0,
  candidates: [rui],
  unconnected: { count: 2, people: [{ id: 'eva', name: 'Eva' }, rui] },
};

describe('the form of a sign-in policy', () => {
  it('IDN-41: says what was saved, and leaves out who can no longer be an emergency user', () => {
    const { candidates: _who, unconnected: _people, id: _id, version: _version, ...policy } = SAVED;
    expect(checkPolicyForm(policyForm(SAVED), SAVED)).toMatchObject({ ok: true, value: policy });
    const listed = { ...SAVED, emergencyUsers: ['gone', 'rui'] };
    expect(policyForm(listed).emergencyUsers).toEqual(['rui']);
  });

  it('IDN-41: refuses what is no number, but for minutes that may be empty', () => {
    const form = { ...policyForm(SAVED), graceDays: '', idleMinutes: ' ', sessionHours: '1.5' };
    expect(checkPolicyForm(form, SAVED)).toMatchObject({
      problems: [{ at: ['graceDays'] }, { at: ['sessionHours'] }],
    });
  });

  it('IDN-20: wants an emergency user for only single sign-on', () => {
    expect(
      checkPolicyForm({ ...policyForm(SAVED), passwordLogin: 'EMERGENCY_ONLY' }, SAVED),
    ).toMatchObject({
      problems: [{ code: 'EMERGENCY_USER_REQUIRED', at: ['emergencyUsers'] }],
    });
  });

  it('IDN-20: names ten who are not connected, and counts no emergency user', () => {
    expect(lockedOut(SAVED, [])).toEqual({ count: 2, names: ['Eva', 'Rui'], more: 0 });
    expect(lockedOut(SAVED, ['rui'])).toEqual({ count: 1, names: ['Eva'], more: 0 });
    const people = Array.from({ length: 13 }, (_, n) => ({ id: `${n}`, name: `User ${n}` }));
    const many = { ...SAVED, unconnected: { count: 500, people } };
    expect(lockedOut(many, ['rui'])).toMatchObject({ count: 499, more: 489 });
  });
});

import { describe, expect, it } from 'vitest';
import {
  checkSignInPolicy,
  DEFAULT_SIGN_IN_POLICY,
  POLICY_BOUNDS,
  type PolicyNumber,
} from './sign-in-policy.ts';

const check = (draft: object) => checkSignInPolicy(draft, DEFAULT_SIGN_IN_POLICY);

describe('a sign-in policy', () => {
  it('IDN-41: keeps what is not sent, and each emergency user once', () => {
    const stored = { ...DEFAULT_SIGN_IN_POLICY, sessionHours: 2, idleMinutes: 30 };
    expect(checkSignInPolicy({ emergencyUsers: ['a', 'a'], graceDays: undefined }, stored)).toEqual(
      { ok: true, value: { ...stored, emergencyUsers: ['a'] } },
    );
    expect(checkSignInPolicy({ idleMinutes: null }, stored)).toMatchObject({
      value: { idleMinutes: null },
    });
  });

  it.each(Object.entries(POLICY_BOUNDS))(
    'IDN-41: %s is a whole number within its bounds',
    (name, { min, max }) => {
      const at = (value: number) => check({ [name as PolicyNumber]: value });
      for (const value of [min, max]) expect(at(value).ok).toBe(true);
      for (const value of [min - 1, max + 1, min + 0.5, Number.NaN]) {
        expect(at(value)).toEqual({
          ok: false,
          problems: [{ code: 'INVALID_POLICY_VALUE', at: [name], meta: { min, max } }],
        });
      }
    },
  );

  it('IDN-41: has at most three emergency users', () => {
    expect(check({ emergencyUsers: ['a', 'b', 'c', 'd'] })).toMatchObject({
      problems: [{ at: ['emergencyUsers'], meta: { min: 0, max: 3 } }],
    });
  });
});

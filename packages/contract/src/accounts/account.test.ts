import { describe, expect, it } from 'vitest';
import { checkSignUp, signUpDraftSchema } from './account.ts';

const valid = {
  userName: 'Ana',
  userEmail: 'ana@example.com',
  companyName: 'Acme',
  acceptTermsAndConditions: true,
};

describe('signing up', () => {
  it('trims the texts', () => {
    const draft = {
      ...valid,
      userName: ' Ana ',
      userEmail: ' ANA@example.com',
      companyName: 'Acme ',
    };
    expect(checkSignUp(draft)).toEqual({
      ok: true,
      value: { userName: 'Ana', userEmail: 'ana@example.com', companyName: 'Acme' },
    });
  });

  it.each([
    ['INCOMPLETE_FORM', ['userName'], { ...valid, userName: ' ' }],
    ['INCOMPLETE_FORM', ['userEmail'], { ...valid, userEmail: ' ' }],
    ['INCOMPLETE_FORM', ['companyName'], { ...valid, companyName: '' }],
    ['INVALID_EMAIL', ['userEmail'], { ...valid, userEmail: 'ana@' }],
    ['ACCEPT_TC', ['acceptTermsAndConditions'], { ...valid, acceptTermsAndConditions: false }],
  ])('%s at %j', (code, at, draft) => {
    expect(checkSignUp(draft)).toEqual({ ok: false, problems: [{ code, at }] });
  });

  it.each(['userName', 'companyName'])('NAME_TOO_LONG: %s has at most 100 code points', (field) => {
    expect(checkSignUp({ ...valid, [field]: '😀'.repeat(100) }).ok).toBe(true);
    expect(checkSignUp({ ...valid, [field]: '😀'.repeat(101) })).toEqual({
      ok: false,
      problems: [{ code: 'NAME_TOO_LONG', at: [field], meta: { field, limit: 100 } }],
    });
  });

  it('an empty form is only INCOMPLETE_FORM', () => {
    const result = checkSignUp(signUpDraftSchema.parse({}));
    expect(result.ok ? [] : result.problems.map((problem) => problem.code)).toEqual([
      'INCOMPLETE_FORM',
      'INCOMPLETE_FORM',
      'INCOMPLETE_FORM',
      'ACCEPT_TC',
    ]);
  });
});

it.each(['userName', 'companyName'])(
  'SEC-15: %s of a sign-up cannot carry a message to the recipient of its mail: INVALID_CHARACTERS',
  (field) => {
    const valid = {
      userName: 'Ana',
      userEmail: 'ana@example.com',
      companyName: 'Acme',
      acceptTermsAndConditions: true,
    };
    for (const text of ['Locked. Visit https://evil.example', 'www.evil.example', 'x\r\nBcc: a']) {
      expect(checkSignUp({ ...valid, [field]: text })).toEqual({
        ok: false,
        problems: [{ code: 'INVALID_CHARACTERS', at: [field], meta: { field } }],
      });
    }
  },
);

import { describe, expect, it } from 'vitest';
import { checkNewPassword, checkPasswordChange, checkPasswordReset } from './password.ts';

describe('asking for a new password', () => {
  it('takes an e-mail in any case', () => {
    expect(checkPasswordReset({ email: ' ANA@example.com ' })).toEqual({
      ok: true,
      value: { email: 'ana@example.com' },
    });
  });

  it.each([
    ['EMPTY_EMAIL', ''],
    ['EMPTY_EMAIL', '  '],
    ['INVALID_EMAIL', 'abc'],
  ])('%s: %j', (code, email) => {
    expect(checkPasswordReset({ email })).toEqual({
      ok: false,
      problems: [{ code, at: ['email'] }],
    });
  });
});

describe('a new password', () => {
  it.each(['abc123', 'senhã1', '日本語パス1', 'abc123 '])('%j is accepted', (value) => {
    expect(checkNewPassword({ value, confirmation: value })).toEqual({
      ok: true,
      value: { password: value },
    });
  });

  it.each([
    ['INVALID_PASSWORD', ['value'], 'abc1', 'abc1'],
    ['INVALID_PASSWORD', ['value'], 'abcdef', 'abcdef'],
    ['INVALID_PASSWORD', ['value'], '123456', '123456'],
    ['INVALID_PASSWORD', ['value'], '      ', '      '],
    ['MANDATORY_PASSWORD', ['value'], '', 'abc123'],
    ['MANDATORY_PASSWORD_CONFIRMATION', ['confirmation'], 'abc123', ''],
  ])('%s at %j: %j confirmed by %j', (code, at, value, confirmation) => {
    expect(checkNewPassword({ value, confirmation })).toEqual({
      ok: false,
      problems: [{ code, at }],
    });
  });

  it('CON-28: PASSWORDS_DONT_MATCH is about both fields', () => {
    expect(checkNewPassword({ value: 'abc123', confirmation: 'abc124' })).toEqual({
      ok: false,
      problems: [{ code: 'PASSWORDS_DONT_MATCH', at: ['confirmation'], also: [['value']] }],
    });
  });

  it('reports everything that is missing', () => {
    const result = checkNewPassword({ value: '', confirmation: '' });
    expect(result.ok ? [] : result.problems.map((problem) => problem.code)).toEqual([
      'MANDATORY_PASSWORD',
      'MANDATORY_PASSWORD_CONFIRMATION',
    ]);
  });
});

describe('changing a password', () => {
  const valid = { currentPassword: 'old', newPassword: 'abc123', confirmation: 'abc123' };

  it('leaves the length to the server', () => {
    const draft = { ...valid, newPassword: 'a1', confirmation: 'a1' };
    expect(checkPasswordChange(draft)).toEqual({ ok: true, value: draft });
  });

  it.each([
    ['EMPTY_CURRENT_PASSWORD', ['currentPassword'], { ...valid, currentPassword: '' }],
    ['EMPTY_NEW_PASSWORD', ['newPassword'], { ...valid, newPassword: '' }],
    ['EMPTY_PASSWORD_CONFIRMATION', ['confirmation'], { ...valid, confirmation: '' }],
    ['INVALID_PASSWORD', ['newPassword'], { ...valid, newPassword: 'abcdef' }],
    ['INVALID_PASSWORD', ['newPassword'], { ...valid, newPassword: '123456' }],
  ])('%s at %j', (code, at, draft) => {
    expect(checkPasswordChange(draft)).toEqual({ ok: false, problems: [{ code, at }] });
  });

  it('CON-28: PASSWORDS_DONT_MATCH is about both fields', () => {
    expect(checkPasswordChange({ ...valid, confirmation: 'abc124' })).toEqual({
      ok: false,
      problems: [{ code: 'PASSWORDS_DONT_MATCH', at: ['confirmation'], also: [['newPassword']] }],
    });
  });
});

import * as z from 'zod/mini';
import { isEmail, normalizeEmail } from '../email.ts';
import type { ErrorCode } from '../errors.ts';
import { type Checked, checked, lengthOf, type Problem } from '../problem.ts';
import { documented, draftText } from '../shapes.ts';

export const PASSWORD_MIN_CHARS = 6;

/** Source: PWD-05, CHP-05. The length has a rule of its own. */
function hasLetterAndDigit(password: string): boolean {
  return /\p{L}/u.test(password) && /\d/.test(password);
}

/** Counts code points, as `lengthOf` does. */
export function isLongEnough(password: string, minChars: number = PASSWORD_MIN_CHARS): boolean {
  return lengthOf(password) >= minChars;
}

export const passwordRulesSchema = documented(
  z.object({
    minChars: documented(z.int(), { description: 'As the company wants it, at least 6.' }),
  }),
  { id: 'PasswordRules', description: 'What a new password must be.' },
);

export const passwordResetSchema = z.object({ email: draftText });
export type PasswordResetDraft = z.infer<typeof passwordResetSchema>;

export const PASSWORD_RESET_CODES = [
  'EMPTY_EMAIL',
  'INVALID_EMAIL',
] as const satisfies readonly ErrorCode[];
export type PasswordResetCode = (typeof PASSWORD_RESET_CODES)[number];

/** Answers the e-mail address in the form that `normalizeEmail` returns. */
export function checkPasswordReset(
  draft: PasswordResetDraft,
): Checked<{ readonly email: string }, PasswordResetCode> {
  const email = normalizeEmail(draft.email);
  const at = ['email'];
  if (email === '') return checked({ email }, [{ code: 'EMPTY_EMAIL', at }]);
  return checked({ email }, isEmail(email) ? [] : [{ code: 'INVALID_EMAIL', at }]);
}

export const newPasswordSchema = z.object({ value: draftText, confirmation: draftText });
export type NewPasswordDraft = z.infer<typeof newPasswordSchema>;

export const NEW_PASSWORD_CODES = [
  'MANDATORY_PASSWORD',
  'MANDATORY_PASSWORD_CONFIRMATION',
  'INVALID_PASSWORD',
  'PASSWORDS_DONT_MATCH',
] as const satisfies readonly ErrorCode[];
export type NewPasswordCode = (typeof NEW_PASSWORD_CODES)[number];

/** Answers all problems, those of the password first. */
export function checkNewPassword({
  value,
  confirmation,
}: NewPasswordDraft): Checked<{ readonly password: string }, NewPasswordCode> {
  const problems: Problem<NewPasswordCode>[] = [];
  if (value === '') problems.push({ code: 'MANDATORY_PASSWORD', at: ['value'] });
  if (confirmation === '') {
    problems.push({ code: 'MANDATORY_PASSWORD_CONFIRMATION', at: ['confirmation'] });
  }
  if (value !== '' && !(isLongEnough(value) && hasLetterAndDigit(value))) {
    problems.push({ code: 'INVALID_PASSWORD', at: ['value'] });
  }
  if (problems.length === 0 && value !== confirmation) {
    problems.push({ code: 'PASSWORDS_DONT_MATCH', at: ['confirmation'], also: [['value']] });
  }
  return checked({ password: value }, problems);
}

export const passwordChangeSchema = z.object({
  currentPassword: draftText,
  newPassword: draftText,
  confirmation: draftText,
});
export type PasswordChangeDraft = z.infer<typeof passwordChangeSchema>;

export const PASSWORD_CHANGE_CODES = [
  'EMPTY_CURRENT_PASSWORD',
  'EMPTY_NEW_PASSWORD',
  'EMPTY_PASSWORD_CONFIRMATION',
  'INVALID_PASSWORD',
  'PASSWORDS_DONT_MATCH',
] as const satisfies readonly ErrorCode[];
export type PasswordChangeCode = (typeof PASSWORD_CHANGE_CODES)[number];

/** Does not check the length: the server does (`isLongEnough`), as CHP-06 specifies. */
export function checkPasswordChange(
  draft: PasswordChangeDraft,
): Checked<PasswordChangeDraft, PasswordChangeCode> {
  const { currentPassword, newPassword, confirmation } = draft;
  const problems: Problem<PasswordChangeCode>[] = [];
  if (currentPassword === '') {
    problems.push({ code: 'EMPTY_CURRENT_PASSWORD', at: ['currentPassword'] });
  }
  if (newPassword === '') problems.push({ code: 'EMPTY_NEW_PASSWORD', at: ['newPassword'] });
  if (confirmation === '') {
    problems.push({ code: 'EMPTY_PASSWORD_CONFIRMATION', at: ['confirmation'] });
  }
  if (newPassword !== '' && !hasLetterAndDigit(newPassword)) {
    problems.push({ code: 'INVALID_PASSWORD', at: ['newPassword'] });
  }
  if (problems.length === 0 && newPassword !== confirmation) {
    problems.push({
      code: 'PASSWORDS_DONT_MATCH',
      at: ['confirmation'],
      also: [['newPassword']],
    });
  }
  return checked(draft, problems);
}

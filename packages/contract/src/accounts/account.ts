import * as z from 'zod/mini';
import { checkTexts } from '../check-texts.ts';
import { isEmail, normalizeEmail } from '../email.ts';
import type { ErrorCode } from '../errors.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import { documented, draftText, id } from '../shapes.ts';
import { USER } from '../users/user.ts';

export const COMPANY_NAME_MAX_CHARS = 100;

export const accountSchema = documented(z.object({ id, companyName: z.string() }), {
  id: 'Account',
  description: 'A company that uses the service.',
});

/** What the form sends; texts as typed. A missing consent counts as not given. */
export const signUpDraftSchema = z.object({
  userName: draftText,
  userEmail: draftText,
  companyName: draftText,
  acceptTermsAndConditions: z.pipe(
    z.nullish(z.boolean()),
    z.transform((accepted) => accepted ?? false),
  ),
});
export type SignUpDraft = z.infer<typeof signUpDraftSchema>;

/** A checked registration, with the e-mail address as `normalizeEmail` returns it. */
export interface SignUpValue {
  readonly userName: string;
  readonly userEmail: string;
  readonly companyName: string;
}

export const SIGN_UP_CODES = [
  'INCOMPLETE_FORM',
  'INVALID_EMAIL',
  'INVALID_CHARACTERS',
  'NAME_TOO_LONG',
  'ACCEPT_TC',
] as const satisfies readonly ErrorCode[];
export type SignUpCode = (typeof SIGN_UP_CODES)[number];

const BOUNDS = {
  userName: nameBounds(USER.bounds.name.maxChars),
  companyName: nameBounds(COMPANY_NAME_MAX_CHARS),
};

/** Checks and normalises the sign-up form. Source: SGN-02 to SGN-04. */
export function checkSignUp(draft: SignUpDraft): Checked<SignUpValue, SignUpCode> {
  const userEmail = normalizeEmail(draft.userEmail);
  const { texts, problems: problemsOfTexts } = checkTexts({ bounds: BOUNDS }, draft);
  const problems: Problem<SignUpCode>[] = [...problemsOfTexts];
  if (userEmail === '') problems.push({ code: 'INCOMPLETE_FORM', at: ['userEmail'] });
  else if (!isEmail(userEmail)) problems.push({ code: 'INVALID_EMAIL', at: ['userEmail'] });
  if (!draft.acceptTermsAndConditions) {
    problems.push({ code: 'ACCEPT_TC', at: ['acceptTermsAndConditions'] });
  }
  return checked({ ...texts, userEmail }, problems);
}

function nameBounds(maxChars: number) {
  const codes = { empty: 'INCOMPLETE_FORM', tooLong: 'NAME_TOO_LONG' } as const;
  return { maxChars, ...codes, holds: 'name of somebody' } as const;
}

import * as z from 'zod/mini';
import { isEmail, normalizeEmail } from '../email.ts';
import { type Checked, checked, lengthOf, type Problem } from '../problem.ts';
import { documented, draftText, id } from '../shapes.ts';
import { USER } from '../users/user.ts';

export const COMPANY_NAME_MAX_CHARS = 100;

export const accountSchema = documented(z.object({ id, companyName: z.string() }), {
  id: 'Account',
  description: 'A company.',
});

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

export interface SignUpValue {
  readonly userName: string;
  readonly userEmail: string;
  readonly companyName: string;
}

export const SIGN_UP_CODES = [
  'INCOMPLETE_FORM',
  'INVALID_EMAIL',
  'NAME_TOO_LONG',
  'ACCEPT_TC',
] as const;
export type SignUpCode = (typeof SIGN_UP_CODES)[number];

/** Source: SGN-02 to SGN-04. */
export function checkSignUp(draft: SignUpDraft): Checked<SignUpValue, SignUpCode> {
  const userName = draft.userName.trim();
  const userEmail = normalizeEmail(draft.userEmail);
  const companyName = draft.companyName.trim();
  const problems: Problem<SignUpCode>[] = [];
  for (const [field, text] of Object.entries({ userName, userEmail, companyName })) {
    if (text === '') problems.push({ code: 'INCOMPLETE_FORM', at: [field] });
  }
  if (userEmail !== '' && !isEmail(userEmail)) {
    problems.push({ code: 'INVALID_EMAIL', at: ['userEmail'] });
  }
  if (lengthOf(userName) > USER.bounds.name.maxChars) {
    problems.push(tooLong('userName', USER.bounds.name.maxChars));
  }
  if (lengthOf(companyName) > COMPANY_NAME_MAX_CHARS) {
    problems.push(tooLong('companyName', COMPANY_NAME_MAX_CHARS));
  }
  if (!draft.acceptTermsAndConditions) {
    problems.push({ code: 'ACCEPT_TC', at: ['acceptTermsAndConditions'] });
  }
  return checked({ userName, userEmail, companyName }, problems);
}

function tooLong(field: string, limit: number): Problem<'NAME_TOO_LONG'> {
  return { code: 'NAME_TOO_LONG', at: [field], meta: { field, limit } };
}

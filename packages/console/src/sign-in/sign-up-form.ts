import { checkSignUp, type SignUpDraft } from '@comporta/contract/accounts/account';
import { createAccount } from '@comporta/contract/accounts/account-api';
import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import type { Problem } from '@comporta/contract/problem';
import { ApiError, refusalOf } from '../api/api-error.ts';

export type SaveCode = ErrorCodeOf<typeof createAccount>;

export const EMPTY_SIGN_UP: SignUpDraft = {
  userName: '',
  userEmail: '',
  companyName: '',
  acceptTermsAndConditions: false,
};

/** The contract's check, saying each thing once: "fill in your name, your e-mail and your company" three times helps nobody. */
export function checkOncePerCode(draft: SignUpDraft): ReturnType<typeof checkSignUp> {
  const result = checkSignUp(draft);
  if (result.ok) return result;
  const [first, ...others] = result.problems;
  const seen = new Set([first.code]);
  const rest = others.filter(({ code }) => !seen.has(code) && seen.add(code));
  return { ok: false, problems: [first, ...rest] };
}

/** What a refused sign-up says, and beside which field; undefined for what any call may answer. */
export function refusalOfSignUp(error: unknown): Problem<SaveCode> | undefined {
  const code = refusalOf(createAccount, error);
  if (code === undefined || !(error instanceof ApiError)) return undefined;
  const { meta } = error;
  if (code === 'EMAIL_ALREADY_IN_USE') return { code, at: ['userEmail'], meta };
  return { code, at: typeof meta.field === 'string' ? [meta.field] : [], meta };
}

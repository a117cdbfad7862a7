import { checkSignUp, type SignUpDraft } from '@comporta/contract/accounts/account';

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

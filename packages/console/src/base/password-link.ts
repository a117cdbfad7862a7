import { PASSWORD_MIN_CHARS } from '@comporta/contract/sessions/password';
import { checkPasswordLink, getPasswordRules } from '@comporta/contract/sessions/password-api';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';

export interface LoadedLink {
  readonly isDead: boolean;
  /** How long the company of the link wants the password. */
  readonly minChars: number;
}

/**
 * Checks a password link before the first paint, and asks what its company wants of a password. A link that cannot be checked
 * counts as valid: saving the password checks it again.
 */
export async function loadPasswordLink(requestId: string): Promise<LoadedLink> {
  try {
    return { isDead: false, minChars: await fetchMinChars(requestId) };
  } catch (error) {
    return { isDead: isLinkRefused(error), minChars: PASSWORD_MIN_CHARS };
  }
}

async function fetchMinChars(requestId: string): Promise<number> {
  const params = { requestId };
  try {
    return (await call(getPasswordRules, { params })).minChars;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    // A node of 0.2.0 beside this one, which knows no company that wants more.
    await call(checkPasswordLink, { params });
    return PASSWORD_MIN_CHARS;
  }
}

/** Whether the link has expired, was used, was replaced by a newer one, or never existed. */
export function isLinkRefused(error: unknown): boolean {
  const problems = problemsOfRefusal(error, [checkPasswordLink]);
  return problems?.some(({ code }) => /^(EXPIRED|INVALID)_TOKEN$/.test(code)) === true;
}

import { checkPasswordLink } from '@comporta/contract/sessions/password-api';
import { call } from '../api/call.ts';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';

/**
 * Checks a password link before the first paint. A link that cannot be checked counts as valid: saving the
 * password checks it again.
 */
export async function loadPasswordLink(requestId: string): Promise<{ readonly isDead: boolean }> {
  try {
    await call(checkPasswordLink, { params: { requestId } });
    return { isDead: false };
  } catch (error) {
    return { isDead: isLinkRefused(error) };
  }
}

/** Whether the link has expired, was used, was replaced by a newer one, or never existed. */
export function isLinkRefused(error: unknown): boolean {
  const problems = problemsOfRefusal(error, [checkPasswordLink]);
  return problems?.some(({ code }) => /^(EXPIRED|INVALID)_TOKEN$/.test(code)) === true;
}

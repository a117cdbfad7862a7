import { checkPasswordLink } from '@comporta/contract/sessions/password-api';
import { call } from '../api/call.ts';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';

/** Asked before the first paint. What cannot be asked about may live: saving the password asks again. */
export async function loadPasswordLink(requestId: string): Promise<{ readonly isDead: boolean }> {
  try {
    await call(checkPasswordLink, { params: { requestId } });
    return { isDead: false };
  } catch (error) {
    return { isDead: isLinkRefused(error) };
  }
}

/** Whether the link is too old, used, replaced by a newer one, or was never one. */
export function isLinkRefused(error: unknown): boolean {
  const problems = problemsOfRefusal(error, [checkPasswordLink]);
  return problems?.some(({ code }) => /^(EXPIRED|INVALID)_TOKEN$/.test(code)) === true;
}

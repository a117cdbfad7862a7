import type { BodyOf } from '@comporta/contract/endpoint';
import {
  createSession,
  revokeSession,
  saveLanguage,
} from '@comporta/contract/sessions/session-api';
import { call } from '../../api/call.ts';
import { chooseLanguage, visitorLanguage } from '../../base/language.tsx';
import { startSession } from '../../data/stored/session.ts';

interface Entering {
  /** Called before the session starts. */
  readonly onRight?: (() => void) | undefined;
  /** The e-mail of who stays logged in; absent for who logs in. */
  readonly stayAs?: string | undefined;
}

/** Somebody else came in than who was to stay: a passkey or a provider knows one's other user, too. */
export class SomebodyElse extends Error {
  override readonly name = 'SomebodyElse';
}

/**
 * Logs in. A language that the user chose before login is saved; otherwise the saved one applies. Rejects with
 * SomebodyElse, and leaves the session of who was to stay as it is: another user's would throw their edits away.
 */
export async function enterWith(
  body: BodyOf<typeof createSession>,
  { onRight, stayAs }: Entering = {},
): Promise<void> {
  const answer = await call(createSession, { body });
  if (stayAs !== undefined && answer.user_name !== stayAs) {
    call(revokeSession, { body: { token: answer.access_token } }).catch(() => {});
    throw new SomebodyElse();
  }
  onRight?.();
  const chosen = visitorLanguage();
  // Neither missing texts of the language nor a failed save of it must prevent the login.
  await chooseLanguage(chosen ?? answer.language).catch(() => {});
  startSession(answer);
  if (chosen !== undefined) call(saveLanguage, { params: { lang: chosen } }).catch(() => {});
}

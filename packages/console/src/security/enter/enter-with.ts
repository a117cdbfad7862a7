import type { BodyOf } from '@comporta/contract/endpoint';
import { createSession, saveLanguage } from '@comporta/contract/sessions/session-api';
import { call } from '../../api/call.ts';
import { chooseLanguage, visitorLanguage } from '../../base/language.tsx';
import { startSession } from '../../data/stored/session.ts';

/**
 * Logs in; `onRight` is called before the session starts. A language that the user chose before login is saved; otherwise the saved one applies.
 */
export async function enterWith(
  body: BodyOf<typeof createSession>,
  onRight?: () => void,
): Promise<void> {
  const answer = await call(createSession, { body });
  onRight?.();
  const chosen = visitorLanguage();
  // Neither missing texts of the language nor a failed save of it must prevent the login.
  await chooseLanguage(chosen ?? answer.language).catch(() => {});
  startSession(answer);
  if (chosen !== undefined) call(saveLanguage, { params: { lang: chosen } }).catch(() => {});
}

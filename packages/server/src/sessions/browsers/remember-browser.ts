import type { SessionEnds } from '@comporta/contract/sessions/browser-api';
import { newSecret } from '../../platform/base/secrets.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import type { Sql } from '../../platform/database/database.ts';
import { CookieAnswer } from '../../platform/http/answer.ts';
import { readSessionEnds } from '../session-repository.ts';
import { browserCookie, browserSecretIn } from './browser-cookie.ts';
import { isSecretInUse, saveKnownBrowser } from './known-browser-repository.ts';

interface Remember {
  readonly sql: Sql;
  readonly actor: UserActor;
  readonly cookie: string | undefined;
}

/**
 * Remembers that the caller came in from this browser. A browser of several users keeps its secret; one that nobody has
 * came in with is not taken over, because somebody else may have put it there.
 */
export async function rememberBrowser(
  { sql, actor, cookie }: Remember,
  publicUrl: string,
): Promise<CookieAnswer<SessionEnds>> {
  const held = browserSecretIn(cookie);
  const secret = held !== undefined && (await isSecretInUse(sql, held)) ? held : newSecret();
  await saveKnownBrowser(sql, secret, actor.id);
  return new CookieAnswer(await readSessionEnds(sql, actor), browserCookie(secret, publicUrl));
}

/** Remembers the browser in which a password was set by a mailed link. Returns its cookie. Source: IDN-42. */
export async function rememberBrowserOfLink(
  sql: Sql,
  userId: string,
  publicUrl: string,
): Promise<CookieAnswer<undefined>> {
  const secret = newSecret();
  await saveKnownBrowser(sql, secret, userId);
  return new CookieAnswer(undefined, browserCookie(secret, publicUrl));
}

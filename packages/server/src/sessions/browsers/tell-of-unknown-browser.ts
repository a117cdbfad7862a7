import { networkOf } from '../../platform/base/network.ts';
import { lockUser } from '../../platform/database/account-lock.ts';
import type { Sql } from '../../platform/database/database.ts';
import { clientName } from '../../platform/identity/client-name.ts';
import { queueMail } from '../../platform/mail/mail-queue.ts';
import type { TokenCall } from '../grants/grant.ts';
import { browserSecretIn } from './browser-cookie.ts';
import { isKnownBrowser } from './known-browser-repository.ts';
import { isClientSeen, isFirstSignIn } from './unknown-browser-repository.ts';

interface Recipient {
  readonly id: string;
  readonly email: string;
}

/** Mails a user who came in from a browser that was not known. Call it before the row of this sign-in is written. Source: IDN-44. */
export async function tellOfUnknownBrowser(
  sql: Sql,
  { cookie, userAgent, address }: TokenCall,
  user: Recipient,
): Promise<void> {
  if (await isKnownBrowser(sql, browserSecretIn(cookie), user.id)) return;
  await lockUser(sql, user.id); // Of two sign-ins at once, the second sees the first.
  const origin = { client: clientName(userAgent), network: networkOf(address) };
  if (await isClientSeen(sql, user.id, origin)) return;
  if (await isFirstSignIn(sql, user.id)) return;
  const what = { is: 'newBrowser', ...origin, at: new Date().toISOString() } as const;
  await queueMail(sql, user, { kind: 'security', what });
}

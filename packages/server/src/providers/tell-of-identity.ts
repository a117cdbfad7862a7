import type { Sql } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/mail-queue.ts';

/** Whoever did not connect a provider themselves has to hear that it opens their user. Source: IDN-44. */
export function tellOfIdentity(
  sql: Sql,
  user: { readonly id: string; readonly email: string },
  provider: string,
): Promise<void> {
  return queueMail(sql, user, { kind: 'security', what: { is: 'identity', provider } });
}

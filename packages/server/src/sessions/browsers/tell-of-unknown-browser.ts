import type { Sql } from '../../platform/database/database.ts';
import { queueMail } from '../../platform/mail/mail-queue.ts';
import type { Origin } from './unknown-browser-repository.ts';

interface Recipient {
  readonly id: string;
  readonly email: string;
}

/** Mails a user who came in from a browser that was not known. Source: IDN-44. */
export async function tellOfUnknownBrowser(
  sql: Sql,
  user: Recipient,
  { client, network }: Origin,
): Promise<void> {
  const at = new Date().toISOString();
  await queueMail(sql, user, {
    kind: 'security',
    what: { is: 'newBrowser', client, network, at },
  });
}

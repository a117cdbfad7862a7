import { and, eq, isNotNull, sql as raw } from 'drizzle-orm';
import { applications } from '../../tables/applications.ts';
import { type Destination, deliveries } from '../../tables/deliveries.ts';
import { newId } from '../base/ids.ts';
import type { Sql } from '../database/database.ts';
import { builtOnce } from '../database/pool/built-once.ts';

/** The clock of the database, which also decides what is due: the clocks of nodes may be off by minutes. */
const NOW = raw`statement_timestamp()`;

const find = builtOnce((sql) =>
  sql
    .select({
      webhook: raw<string>`${applications.notificationWebhook}`,
      secret: applications.webhookSecret,
      language: applications.notificationLanguage,
    })
    .from(applications)
    .where(
      and(
        eq(applications.id, raw.placeholder('applicationId')),
        isNotNull(applications.notificationWebhook),
      ),
    ),
);

/** The webhook of an application; undefined when it has none or no longer exists. */
export async function findDestination(
  sql: Sql,
  applicationId: string,
): Promise<Destination | undefined> {
  return (await find(sql, { applicationId }))[0];
}

interface News {
  readonly applicationId: string;
  readonly auditSequence: number;
  /** The number of changes that the message announces. When there are several, `auditSequence` is that of the last. */
  readonly changeCount: number;
  readonly endsApplication: boolean;
}

/** Queues the notification of changes if the application has a webhook. It is sent only when the transaction commits. */
export async function queueNotification(
  sql: Sql,
  { applicationId, auditSequence, changeCount, endsApplication }: News,
): Promise<void> {
  const destination = await findDestination(sql, applicationId);
  if (destination === undefined) return;
  await sql.insert(deliveries).values({
    id: newId(),
    applicationId,
    auditSequence,
    changeCount,
    destination: endsApplication ? destination : null,
    nextAttemptAt: NOW,
  });
}

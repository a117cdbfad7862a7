import { and, eq, isNotNull, sql as raw } from 'drizzle-orm';
import { applications } from '../../tables/applications.ts';
import { type Destination, deliveries } from '../../tables/deliveries.ts';
import { newId } from '../base/ids.ts';
import type { Sql } from '../database/database.ts';

/** Where an application wants its notifications; undefined when it has no webhook, or is no more. */
export async function findDestination(
  sql: Sql,
  applicationId: string,
): Promise<Destination | undefined> {
  const [destination] = await sql
    .select({
      webhook: raw<string>`${applications.notificationWebhook}`,
      secret: applications.webhookSecret,
      language: applications.notificationLanguage,
    })
    .from(applications)
    .where(and(eq(applications.id, applicationId), isNotNull(applications.notificationWebhook)));
  return destination;
}

interface News {
  readonly applicationId: string;
  readonly auditSequence: number;
  /** How many changes the message is about; of several the entry is the last one's. */
  readonly changeCount: number;
  readonly endsApplication: boolean;
}

/** Queues the news of changes for the application's webhook, if it has one: no commit, no news. */
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
    nextAttemptAt: new Date(),
  });
}

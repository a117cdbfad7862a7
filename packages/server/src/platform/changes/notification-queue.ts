import { and, eq, isNotNull, sql as raw } from 'drizzle-orm';
import { toldResults } from '../../tables/analyses.ts';
import { applications } from '../../tables/applications.ts';
import { type Destination, deliveries, type ResultNews } from '../../tables/deliveries.ts';
import { newId } from '../base/ids.ts';
import type { Sql } from '../database/database.ts';

/** The clock of the database, which also decides what is due: the clocks of nodes may be off by minutes. */
const NOW = raw`statement_timestamp()`;

/** The webhook of an application; undefined when it has none or no longer exists. */
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

/** A piece of news about a phase; `code` distinguishes news of the same kind. */
export interface ToldResult {
  readonly code: string;
  readonly news: ResultNews;
}

/**
 * Queues news that was not queued before, if the application has a webhook. Several nodes may try this concurrently.
 * News of the planned end includes the verdict, which is then not sent separately. Source: RES-77.
 */
export async function queueResults(
  sql: Sql,
  applicationId: string,
  results: readonly ToldResult[],
): Promise<void> {
  if (results.length === 0 || (await findDestination(sql, applicationId)) === undefined) return;
  const rows = await sql
    .insert(toldResults)
    .values(results.map(({ code, news: { phaseId, kind } }) => ({ phaseId, kind, code })))
    .onConflictDoNothing()
    .returning({ kind: toldResults.kind, code: toldResults.code });
  const isEnd = rows.some(({ kind }) => kind === 'PLANNED_END');
  const fresh = results
    .filter(({ code, news }) => rows.some((row) => row.kind === news.kind && row.code === code))
    .filter(({ news: { kind } }) => !isEnd || kind !== 'VERDICT');
  if (fresh.length === 0) return;
  await sql
    .insert(deliveries)
    .values(fresh.map(({ news }) => ({ id: newId(), applicationId, news, dueAt: NOW })));
}

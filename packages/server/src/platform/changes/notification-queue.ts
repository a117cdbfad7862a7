import { and, eq, isNotNull, sql as raw } from 'drizzle-orm';
import { toldResults } from '../../tables/analyses.ts';
import { applications } from '../../tables/applications.ts';
import { type Destination, deliveries, type ResultNews } from '../../tables/deliveries.ts';
import { newId } from '../base/ids.ts';
import type { Sql } from '../database/database.ts';

/** By the clock that says what is due: those of nodes may be minutes away from it. */
const NOW = raw`statement_timestamp()`;

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
    nextAttemptAt: NOW,
  });
}

/** One thing to tell of a phase; `code` says which of its kind it is. */
export interface ToldResult {
  readonly code: string;
  readonly news: ResultNews;
}

/**
 * Queues what the webhook was not told before, if there is one; several nodes may try the same at once.
 * The planned end says the verdict, too. Source: RES-77.
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

import { sql as raw } from 'drizzle-orm';
import { newId } from '../../platform/base/ids.ts';
import { findDestination } from '../../platform/changes/notification-queue.ts';
import type { Sql } from '../../platform/database/database.ts';
import { toldResults } from '../../tables/analyses.ts';
import { deliveries, type ResultNews } from '../../tables/deliveries.ts';

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
  await sql.insert(deliveries).values(
    fresh.map(({ news }) => ({
      id: newId(),
      applicationId,
      news,
      dueAt: raw`statement_timestamp()`,
    })),
  );
}

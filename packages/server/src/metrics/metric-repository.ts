import type { Metric } from '@comporta/contract/metrics/metric';
import { and, eq, inArray } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Versioned } from '../platform/base/versions.ts';
import type { Sql } from '../platform/database/database.ts';
import { entityColumns } from '../platform/database/entity-columns.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { writeRows } from '../platform/database/write-rows.ts';
import { byName } from '../tables/by-name.ts';
import { eventKeys } from '../tables/events.ts';
import { metrics } from '../tables/metrics.ts';

export type StoredMetric = Metric & Versioned;

const COLUMNS = entityColumns(metrics);

export function listMetricsOf(sql: Sql, applicationId: string): Promise<StoredMetric[]> {
  return sql
    .select(COLUMNS)
    .from(metrics)
    .where(eq(metrics.applicationId, applicationId))
    .orderBy(byName(metrics.key));
}

export async function findMetric(
  sql: Sql,
  applicationId: string,
  id: string,
): Promise<StoredMetric | undefined> {
  if (!isId(id)) return undefined;
  const [metric] = await sql
    .select(COLUMNS)
    .from(metrics)
    .where(and(eq(metrics.applicationId, applicationId), eq(metrics.id, id)));
  return metric;
}

/** Returns the row that the database now has. */
export async function insertMetric(sql: Sql, metric: StoredMetric): Promise<StoredMetric> {
  const { appId: applicationId, ...columns } = metric;
  return onlyRow(
    await sql
      .insert(metrics)
      .values({ applicationId, ...columns })
      .returning(COLUMNS),
  );
}

/** Returns the row that the database now has. */
export async function updateMetric(sql: Sql, metric: StoredMetric): Promise<StoredMetric> {
  const { id, appId: _fixed, ...columns } = metric;
  return onlyRow(
    await sql.update(metrics).set(columns).where(eq(metrics.id, id)).returning(COLUMNS),
  );
}

/** Writes many metrics, new ones and changed ones. */
export function writeMetrics(sql: Sql, many: readonly StoredMetric[]): Promise<void> {
  const rows = many.map(({ appId: applicationId, ...columns }) => ({ applicationId, ...columns }));
  return writeRows(sql, metrics, rows);
}

export async function deleteMetricRow(sql: Sql, id: string): Promise<void> {
  await sql.delete(metrics).where(eq(metrics.id, id));
}

/** A metric with an event key makes it one of servers, and gives it back if it was deleted. Source: FAIR-26. */
export async function keepEventKeys(sql: Sql, metric: StoredMetric): Promise<void> {
  await sql
    .update(eventKeys)
    .set({ introducedBy: 'SERVER', deletedAt: null })
    .where(
      and(
        eq(eventKeys.applicationId, metric.appId),
        inArray(eventKeys.key, [metric.eventKey, metric.denominatorKey]),
      ),
    );
}

import type { Metric } from '@comporta/contract/metrics/metric';
import { and, eq, inArray } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { eventKeys } from '../tables/events.ts';

/** A metric with an event key makes it one of servers, and gives it back if it was deleted. Source: FAIR-26. */
export async function keepEventKeys(sql: Sql, metric: Metric): Promise<void> {
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

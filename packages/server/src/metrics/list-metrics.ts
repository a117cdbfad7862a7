import type { ListedMetric, MetricUse } from '@comporta/contract/metrics/metric-api';
import { CONSISTENT_READ, type Sql } from '../platform/database/database.ts';
import { listMetricsOf } from './metric-repository.ts';

/** The analyses of an application that were not stopped, by the ids of their metrics. */
export type UsesByMetric = (
  sql: Sql,
  applicationId: string,
) => Promise<ReadonlyMap<string, readonly MetricUse[]>>;

export function listMetrics(
  sql: Sql,
  applicationId: string,
  usesByMetric: UsesByMetric,
): Promise<ListedMetric[]> {
  return sql.transaction(async (moment) => {
    const metrics = await listMetricsOf(moment, applicationId);
    const uses = await usesByMetric(moment, applicationId);
    return metrics.map((metric) => ({ ...metric, usedBy: uses.get(metric.id) ?? [] }));
  }, CONSISTENT_READ);
}

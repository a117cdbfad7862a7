import type { Metric } from '@comporta/contract/metrics/metric';
import * as api from '@comporta/contract/metrics/metric-api';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { createOne, deleteOne, editOne, getOne, listUsed } from '../platform/nouns/verbs.ts';
import { keepEventKeys } from './event-key-repository.ts';
import { METRICS } from './metric-noun.ts';

/** How analyses that were not stopped use metrics. */
interface MetricUses {
  isMeasured(sql: Sql, applicationId: string, metricId: string): Promise<boolean>;
  /** The keys are ids of metrics. */
  usesByMetric(
    sql: Sql,
    applicationId: string,
  ): Promise<ReadonlyMap<string, readonly api.MetricUse[]>>;
}

export function metricRoutes({ route }: Server, { isMeasured, usesByMetric }: MetricUses): void {
  route(api.listMetrics, (call) => listUsed(METRICS, call, usesByMetric));
  route(api.getMetric, (call) => getOne(METRICS, call));
  route(api.createMetric, (call) => createOne(METRICS, call, { also: keepEventKeys }));
  route(api.updateMetric, (call) => editOne(METRICS, call, { also: keepEventKeys }));
  route(api.deleteMetric, (call) => deleteOne(METRICS, call, requireUnused));

  async function requireUnused(sql: Sql, { appId, id }: Metric): Promise<void> {
    if (await isMeasured(sql, appId, id)) throw new Rejection('METRIC_IN_USE');
  }
}

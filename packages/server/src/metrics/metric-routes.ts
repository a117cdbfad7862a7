import * as api from '@comporta/contract/metrics/metric-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Server } from '../platform/http/route.ts';
import { deleteMetric, type IsMeasured } from './delete-metric.ts';
import { listMetrics, type UsesByMetric } from './list-metrics.ts';
import { findMetric } from './metric-repository.ts';
import { createMetric, editMetric } from './save-metric.ts';

/** How analyses use metrics. */
export interface MetricUses {
  readonly isMeasured: IsMeasured;
  readonly usesByMetric: UsesByMetric;
}

export function metricRoutes({ route }: Server, { isMeasured, usesByMetric }: MetricUses): void {
  route(api.listMetrics, ({ sql, application }) => listMetrics(sql, application.id, usesByMetric));
  route(api.getMetric, async ({ sql, application, params }) =>
    orNotFound(await findMetric(sql, application.id, params.id)),
  );
  route(api.createMetric, createMetric);
  route(api.updateMetric, (call) => editMetric(call, call.params.id));
  route(api.deleteMetric, (call) => deleteMetric(call, call.params.id, isMeasured));
}

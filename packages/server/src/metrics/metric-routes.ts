import * as api from '@comporta/contract/metrics/metric-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Server } from '../platform/http/route.ts';
import { deleteMetric, type IsMeasured } from './delete-metric.ts';
import { findMetric, listMetricsOf } from './metric-repository.ts';
import { createMetric, editMetric } from './save-metric.ts';

export function metricRoutes({ route }: Server, isMeasured: IsMeasured): void {
  route(api.listMetrics, ({ sql, application }) => listMetricsOf(sql, application.id));
  route(api.getMetric, async ({ sql, application, params }) =>
    orNotFound(await findMetric(sql, application.id, params.id)),
  );
  route(api.createMetric, createMetric);
  route(api.updateMetric, (call) => editMetric(call, call.params.id));
  route(api.deleteMetric, (call) => deleteMetric(call, call.params.id, isMeasured));
}

import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, id } from '../shapes.ts';
import { METRIC_CODES, metricDraftSchema, metricSchema } from './metric.ts';

const LIST = '/api/apps/:appId/metrics';
const ONE = '/api/apps/:appId/metrics/:id';

/** An analysis that uses a metric and is not stopped. Until then the metric cannot be deleted. */
export const metricUseSchema = documented(
  z.object({
    analysisId: id,
    experimentId: id,
    envId: id,
    environmentName: z.string(),
    toggleName: z.string(),
  }),
  { id: 'MetricUse' },
);
export type MetricUse = z.infer<typeof metricUseSchema>;

export const listedMetricSchema = documented(
  z.extend(metricSchema, { usedBy: z.readonly(z.array(metricUseSchema)) }),
  {
    id: 'ListedMetric',
    description: 'A metric and the analyses that use it, which prevent its deletion.',
  },
);
export type ListedMetric = z.infer<typeof listedMetricSchema>;

export const listMetrics = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the metrics of an application, sorted by key, with the analyses that use them',
  access: 'user',
  programs: 'read',
  result: z.array(listedMetricSchema),
});

export const getMetric = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get a metric',
  access: 'user',
  programs: 'read',
  result: metricSchema,
});

export const createMetric = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Create a metric',
  access: 'user',
  programs: 'write',
  body: metricDraftSchema,
  result: metricSchema,
  status: 201,
  errors: [...METRIC_CODES, 'DUPLICATE_KEY'],
});

export const updateMetric = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change a metric; started analyses keep the old definition',
  access: 'user',
  programs: 'write',
  body: metricDraftSchema,
  result: metricSchema,
  errors: [...METRIC_CODES, 'DUPLICATE_KEY'],
});

export const deleteMetric = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a metric',
  access: 'user',
  programs: 'write',
  status: 204,
  errors: ['METRIC_IN_USE'],
});

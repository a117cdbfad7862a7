import type { Metric, MetricDraft } from '@comporta/contract/metrics/metric';
import {
  createMetric,
  deleteMetric,
  getMetric,
  listMetrics,
  updateMetric,
} from '@comporta/contract/metrics/metric-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { askAgain } from './query-client.ts';

export function metricsQuery(appId: string) {
  return queryOptions({
    queryKey: ['metrics', appId],
    queryFn: ({ signal }) => call(listMetrics, { params: { appId }, signal }),
  });
}

export function metricQuery(appId: string, id: string) {
  return queryOptions({
    queryKey: ['metrics', appId, id],
    queryFn: ({ signal }) => call(getMetric, { params: { appId, id }, signal }),
  });
}

/** Fetches the metric as it is saved now, to see what somebody else changed. */
export function fetchMetric({ appId, id }: Pick<Metric, 'appId' | 'id'>): Promise<Metric> {
  return call(getMetric, { params: { appId, id } });
}

/** Creates the metric, or saves over the version of it that was loaded. */
export async function saveMetric(
  client: QueryClient,
  at: { readonly appId: string; readonly id: string | undefined },
  { value, ifMatch }: { readonly value: MetricDraft; readonly ifMatch: number | undefined },
): Promise<Metric> {
  const { appId, id } = at;
  const saved =
    id === undefined
      ? await call(createMetric, { params: { appId }, body: value })
      : await call(updateMetric, { params: { appId, id }, body: value, ifMatch });
  await forgetMetrics(client, appId);
  return saved;
}

export function removeMetric({ appId, id }: Metric): Promise<undefined> {
  return call(deleteMetric, { params: { appId, id } });
}

/** To be called after a change: the list and every metric of the application are fetched again. */
export async function forgetMetrics(client: QueryClient, appId: string): Promise<void> {
  await askAgain(client, metricsQuery(appId).queryKey);
}

import type { MetricKind } from '@comporta/contract/metrics/metric';

/** Whether the level of a metric is a share of the users. */
export function isShareKind(kind: MetricKind): boolean {
  return kind === 'CONVERSION' || kind === 'RETENTION';
}

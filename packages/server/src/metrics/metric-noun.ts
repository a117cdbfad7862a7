import { checkMetric, METRIC } from '@comporta/contract/metrics/metric';
import { defineNoun } from '../platform/nouns/define-noun.ts';
import { metrics } from '../tables/metrics.ts';

export const METRICS = defineNoun({
  type: 'metric',
  fields: METRIC,
  table: metrics,
  named: 'key',
  check: checkMetric,
  isServed: false,
});

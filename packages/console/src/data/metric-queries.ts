import {
  createMetric,
  deleteMetric,
  getMetric,
  listMetrics,
  updateMetric,
} from '@comporta/contract/metrics/metric-api';
import { queriesOf } from './queries-of.ts';

export const {
  list: metricsQuery,
  one: metricQuery,
  fetch: fetchMetric,
  save: saveMetric,
  remove: removeMetric,
  forget: forgetMetrics,
} = queriesOf('metrics', {
  list: listMetrics,
  one: getMetric,
  create: createMetric,
  update: updateMetric,
  remove: deleteMetric,
});

import { pickFields } from '@comporta/contract/fields';
import { METRIC } from '@comporta/contract/metrics/metric';
import type { Change } from '@comporta/contract/nouns/change';
import type { StoredMetric } from './metric-repository.ts';

/** The audit log entries of a metric. */

export function metricCreated(metric: StoredMetric): Change<'metric'> {
  return { action: 'CREATED', ...named(metric), after: pickFields(METRIC, metric) };
}

export function metricEdited(before: StoredMetric, after: StoredMetric): Change<'metric'> {
  return {
    action: 'EDITED',
    ...named(after),
    before: pickFields(METRIC, before),
    after: pickFields(METRIC, after),
  };
}

export function metricDeleted(metric: StoredMetric): Change<'metric'> {
  return { action: 'DELETED', ...named(metric), before: pickFields(METRIC, metric) };
}

function named({ id, key }: StoredMetric) {
  return { type: 'metric', id, name: key, isServed: false } as const;
}

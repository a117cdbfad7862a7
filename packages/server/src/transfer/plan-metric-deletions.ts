import { measurableRules } from '@comporta/contract/analyses/check-analysis';
import type { DocumentMetric } from '@comporta/contract/nouns/document-lists';
import { Rejection } from '../platform/base/rejection.ts';
import type { MetricUse } from './entity-rules.ts';
import { about, type Planning } from './import-plan.ts';
import type { StoredExperiment, StoredToggle } from './stored-entities.ts';

/** What analyses measure, after the import. */
interface Measured {
  readonly experiments: readonly StoredExperiment[];
  readonly toggles: readonly StoredToggle[];
}

/** Plans to delete metrics not in the document; METRIC_IN_USE if an analysis uses one and its rule still has a split. */
export function planMetricDeletions(
  { writer, rules, stored, alike, metricUses, plan }: Planning,
  wanted: readonly DocumentMetric[],
  measured: Measured,
): void {
  const keys = new Set(wanted.map(({ key }) => alike(key)));
  const isMeasured = measuredIn(measured);
  for (const metric of stored.metrics.filter(({ key }) => !keys.has(alike(key)))) {
    const what = { action: 'DELETE', type: 'metric', name: metric.key } as const;
    const uses = (metricUses.get(metric.id) ?? []).filter(isMeasured);
    if (uses.length > 0) {
      about(what, () => {
        throw new Rejection('METRIC_IN_USE', { items: uses.map(usageOf) });
      });
    }
    plan.changes.push(what);
    plan.records.push(() => rules.metrics.deleted(metric, writer));
    plan.removed.metrics.push(metric.id);
  }
}

/** Whether an analysis still measures after the import; the import itself stops the others. */
function measuredIn({ experiments, toggles }: Measured): (use: MetricUse) => boolean {
  const experimentById = new Map(experiments.map((experiment) => [experiment.id, experiment]));
  const valuesById = new Map(toggles.map(({ id, values }) => [id, values]));
  return ({ experimentId, ruleId }) => {
    const { rules = [], toggleId = '' } = experimentById.get(experimentId) ?? {};
    return measurableRules(rules, valuesById.get(toggleId) ?? []).some(({ id }) => id === ruleId);
  };
}

function usageOf({ experimentId: id, toggleName: name, envId }: MetricUse) {
  return { type: 'experiment', id, name, envId };
}

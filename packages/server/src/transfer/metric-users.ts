import { measurableRules } from '@comporta/contract/analyses/check-analysis';
import type { Uses } from './document-part.ts';
import type { MetricUse } from './entity-rules.ts';
import type { StoredExperiment, StoredToggle } from './stored-entities.ts';

/** What analyses measure, after the import. */
interface Measured {
  readonly experiments: readonly StoredExperiment[];
  readonly toggles: readonly StoredToggle[];
}

/** The experiments whose analyses still measure a metric after the import; the import itself stops the others. */
export function metricUsers(
  usesByMetric: ReadonlyMap<string, readonly MetricUse[]>,
  { experiments, toggles }: Measured,
): Uses['ofMetric'] {
  const experimentById = new Map(experiments.map((experiment) => [experiment.id, experiment]));
  const valuesById = new Map(toggles.map(({ id, values }) => [id, values]));
  const isMeasured = ({ experimentId, ruleId }: MetricUse) => {
    const { rules = [], toggleId = '' } = experimentById.get(experimentId) ?? {};
    return measurableRules(rules, valuesById.get(toggleId) ?? []).some(({ id }) => id === ruleId);
  };
  const users = [...usesByMetric].map(
    ([id, uses]) =>
      [id, uses.filter(isMeasured).map((use) => ({ ...use, id: use.experimentId }))] as const,
  );
  return new Map(users);
}

import type { ChosenMetric } from '@comporta/contract/analyses/plan';
import type { Change } from '@comporta/contract/nouns/change';
import type { RecordedAnalysis } from '@comporta/contract/nouns/records';
import type { EnvironmentScope } from '../platform/callers/application-scope.ts';
import type { StoredAnalysis } from './analysis-repository.ts';
import type { Measurable } from './references-repository.ts';

/** The audit log entries of an analysis. */

/** Snapshots contain the phase of an analysis: a change of its plan alone says that it is not served. */
type Told = Pick<Change<'analysis'>, 'action' | 'before' | 'after' | 'isServed'>;

export function analysisChange(
  analysis: StoredAnalysis,
  environment: EnvironmentScope,
  told: Told,
): Change<'analysis'> {
  return { type: 'analysis', id: analysis.id, name: analysis.toggleName, environment, ...told };
}

/** The plan, with names in place of ids. */
export function recordedPlan(
  analysis: StoredAnalysis,
  { metrics, properties, rules }: Measurable,
): RecordedAnalysis {
  const keyOf = ({ metricId, cuped, trusted }: ChosenMetric) => {
    const key = metrics.find((metric) => metric.id === metricId)?.key ?? metricId;
    const choices = { cuped, trusted };
    const made = Object.entries(choices).filter(([, choice]) => choice !== null);
    return made.length === 0
      ? key
      : `${key} (${made.map(([name, is]) => `${name}: ${is}`).join(', ')})`;
  };
  const propertyOf = (id: string) => properties.find((one) => one.id === id)?.key ?? id;
  const { state, hypothesis, control, goal, guardrails, secondary, segments } = analysis;
  const { alpha, power, mde, plannedUnits, excludeBots, trustedExposures } = analysis;
  const place = rules.findIndex(({ id }) => id === analysis.ruleId);
  return {
    state,
    rule: place < 0 ? undefined : place + 1,
    hypothesis,
    control,
    goal: goal ? keyOf(goal) : undefined,
    guardrails: guardrails.map(keyOf),
    secondary: secondary.map(keyOf),
    alpha,
    power,
    mde,
    plannedUnits: plannedUnits ?? undefined,
    excludeBots,
    trustedExposures,
    segments: segments.map(propertyOf),
  };
}

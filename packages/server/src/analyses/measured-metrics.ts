import type { MeasuredMetric, MetricRole } from '@comporta/contract/analyses/analysis';
import type { ChosenMetric } from '@comporta/contract/analyses/plan';
import { pickFields } from '@comporta/contract/fields';
import { METRIC } from '@comporta/contract/metrics/metric';
import { canBeAdjusted } from '@comporta/stats/level';
import type { StoredAnalysis } from './analysis-repository.ts';
import { openHistory } from './history.ts';
import type { Measurable } from './references-repository.ts';
import type { Looking } from './results/look-at-phase.ts';

type Planned = Pick<
  StoredAnalysis,
  'goal' | 'guardrails' | 'secondary' | 'metrics' | 'startedAt' | 'appId' | 'envId'
>;

/**
 * Copies the metrics that a plan names: their definitions stay as they were when the analysis started, or
 * when a secondary metric was added (RES-13). Metrics that the plan no longer names keep their number.
 */
export async function measuredMetrics(
  looking: Looking,
  plan: Planned,
  { metrics }: Pick<Measurable, 'metrics'>,
): Promise<MeasuredMetric[]> {
  const chosen: [MetricRole, ChosenMetric][] = [
    ...(plan.goal ? [['GOAL', plan.goal] as [MetricRole, ChosenMetric]] : []),
    ...plan.guardrails.map((one): [MetricRole, ChosenMetric] => ['GUARDRAIL', one]),
    ...plan.secondary.map((one): [MetricRole, ChosenMetric] => ['SECONDARY', one]),
  ];
  const measured: MeasuredMetric[] = plan.metrics
    .filter(({ metricId }) => !chosen.some(([, one]) => one.metricId === metricId))
    .map((metric) => ({ ...metric, removed: true }));
  let no = Math.max(0, ...plan.metrics.map((metric) => metric.no));
  const historyOf = openHistory(looking, plan);
  for (const [role, choice] of chosen) {
    const known = plan.metrics.find(({ metricId }) => metricId === choice.metricId);
    if (known !== undefined) {
      const { removed: _, ...kept } = known;
      measured.push(kept);
      continue;
    }
    const metric = metrics.find(({ id }) => id === choice.metricId);
    if (metric === undefined) throw new Error('the plan was not checked');
    no += 1;
    const definition = pickFields(METRIC, metric);
    const trusted = choice.trusted ?? (role === 'GUARDRAIL' || metric.trusted);
    const history = await historyOf({ ...definition, trusted });
    measured.push({
      no,
      role,
      metricId: metric.id,
      ...definition,
      trusted,
      cuped: canBeAdjusted(metric.kind) && (choice.cuped ?? history.isAdjusted),
      ...(history.capAt !== undefined && { capAt: history.capAt }),
      ...(plan.startedAt && { addedAt: new Date().toISOString() }),
    });
  }
  return measured.sort((a, b) => a.no - b.no);
}

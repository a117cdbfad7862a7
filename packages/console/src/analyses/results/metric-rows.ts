import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { MetricResult, Results } from '@comporta/contract/analyses/results';

type Comparison = MetricResult['comparisons'][number];

/** What an interval says: beyond no difference on the good or the bad side, or neither. */
export type Finding = 'better' | 'worse' | 'undecided';

/** One value of a metric, with what is known of it beside the control. */
export interface ValueRow {
  readonly value: string;
  readonly isControl: boolean;
  /** Its place in the split, for its colour. */
  readonly place: number;
  readonly users: number;
  readonly level: number | undefined;
  /** Absent of the control, and of what was not compared. */
  readonly comparison: Comparison | undefined;
  /** Undefined where nothing may be claimed: without an interval, and where figures are not to be used. */
  readonly finding: Finding | undefined;
}

export interface MetricRows {
  readonly metric: MeasuredMetric;
  readonly result: MetricResult;
  readonly rows: readonly ValueRow[];
}

interface RowsOptions {
  /** Whether figures are shown that are not to be used: nothing is claimed of them. */
  readonly isInvalid: boolean;
}

/** The table of metrics: the goal first, then guardrails, then the secondary ones. */
export function metricRows(
  { analysis, values }: Pick<Results, 'analysis' | 'values'>,
  results: readonly MetricResult[],
  { isInvalid }: RowsOptions,
): MetricRows[] {
  const order = { GOAL: 0, GUARDRAIL: 1, SECONDARY: 2 };
  return results
    .flatMap((result) => {
      const metric = analysis.metrics.find(({ no }) => no === result.no);
      if (metric === undefined) return [];
      const rows = values.map(({ value, isControl }, place): ValueRow => {
        const measured = result.values.find((one) => one.value === value);
        const comparison = result.comparisons.find((one) => one.value === value);
        return {
          value,
          isControl,
          place,
          users: measured?.users ?? 0,
          level: measured?.level,
          comparison,
          finding: isInvalid ? undefined : findingOf(metric, comparison),
        };
      });
      return { metric, result, rows };
    })
    .sort((one, other) => order[one.metric.role] - order[other.metric.role]);
}

/** Of a secondary metric only what stands out among all of them is called better or worse. */
function findingOf(
  { better, role }: MeasuredMetric,
  comparison: Comparison | undefined,
): Finding | undefined {
  if (comparison?.difference === undefined) return undefined;
  if (role === 'SECONDARY' && comparison.standsOut !== true) return 'undecided';
  const { low, high } = comparison.difference;
  if (better === 'UP' ? low > 0 : high < 0) return 'better';
  if (better === 'UP' ? high < 0 : low > 0) return 'worse';
  return 'undecided';
}

/** The lifts of a table that are drawn: those in focus are the goal's. */
export function drawnLifts(all: readonly MetricRows[]) {
  const liftsOf = (rows: readonly MetricRows[]) =>
    rows.flatMap((one) => one.rows.flatMap(({ comparison }) => comparison?.lift ?? []));
  const goal = liftsOf(all.filter(({ metric }) => metric.role === 'GOAL'));
  return { focus: goal, others: liftsOf(all) };
}

export function isInvalid({ code }: Results['verdict']): boolean {
  return code === 'INVALID_SRM' || code === 'INVALID_ASSIGNMENT';
}

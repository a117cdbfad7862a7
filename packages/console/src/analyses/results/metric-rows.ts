import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { MetricResult, Results } from '@comporta/contract/analyses/results';

type Comparison = MetricResult['comparisons'][number];

/** What an interval says: it lies beyond no difference on the good side, on the bad side, or neither. */
export type Finding = 'better' | 'worse' | 'undecided';

/** One value of a metric, with its comparison with the control. */
export interface ValueRow {
  readonly value: string;
  readonly isControl: boolean;
  /** The place in the split, which decides the colour. */
  readonly place: number;
  readonly users: number;
  readonly level: number | undefined;
  /** Undefined for the control, and for a value that was not compared. */
  readonly comparison: Comparison | undefined;
  /** Undefined when nothing may be claimed: there is no interval, or the figures must not be used. */
  readonly finding: Finding | undefined;
}

export interface MetricRows {
  readonly metric: MeasuredMetric;
  readonly result: MetricResult;
  readonly rows: readonly ValueRow[];
}

interface RowsOptions {
  /** Whether the figures must not be used. They are shown, but nothing is claimed from them. */
  readonly isInvalid: boolean;
}

/** The rows of the table of metrics: the goal first, then guardrails, then secondary metrics. */
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

/** A secondary metric is called better or worse only when it stands out among all of them. */
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

/** The lifts of a table that are drawn; those of the goal are in focus. */
export function drawnLifts(all: readonly MetricRows[]) {
  const liftsOf = (rows: readonly MetricRows[]) =>
    rows.flatMap((one) => one.rows.flatMap(({ comparison }) => comparison?.lift ?? []));
  const goal = liftsOf(all.filter(({ metric }) => metric.role === 'GOAL'));
  return { focus: goal, others: liftsOf(all) };
}

export function isInvalid({ code }: Results['verdict']): boolean {
  return code === 'INVALID_SRM' || code === 'INVALID_ASSIGNMENT';
}

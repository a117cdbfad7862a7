import type { Results } from '@comporta/contract/analyses/results';

/** The names that the API gives to the figures: for scripts, in no language. */
const COLUMNS = [
  'day',
  'metric',
  'value',
  'difference',
  'difference_low',
  'difference_high',
  'lift',
  'lift_low',
  'lift_high',
] as const;

/** One row for each metric, value and day. */
export function resultsCsv({ days, analysis }: Pick<Results, 'days' | 'analysis'>): string[][] {
  const keyOf = (no: number) => analysis.metrics.find((metric) => metric.no === no)?.key ?? '';
  const cells = (
    interval: { readonly point: number; readonly low: number; readonly high: number } | undefined,
  ) =>
    [interval?.point, interval?.low, interval?.high].map((figure) =>
      figure === undefined ? '' : String(figure),
    );
  const rows = days.flatMap(({ day, metrics }) =>
    metrics.flatMap(({ no, comparisons }) =>
      comparisons.map(({ value, difference, lift }) => [
        day,
        keyOf(no),
        value,
        ...cells(difference),
        ...cells(lift),
      ]),
    ),
  );
  return [[...COLUMNS], ...rows];
}

import type { Results } from '@comporta/contract/analyses/results';
import { type CsvCell, csvOf } from '@comporta/contract/csv';

/** The names of the API, not translated: scripts read them. */
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

interface Figure {
  readonly point: number;
  readonly low: number;
  readonly high: number;
}

/** One row for each metric, value and day. */
export function resultsCsv({ days, analysis }: Pick<Results, 'days' | 'analysis'>): string {
  const keyOf = (no: number) => analysis.metrics.find((metric) => metric.no === no)?.key ?? '';
  const rows = days.flatMap(({ day, metrics }) =>
    metrics.flatMap(({ no, comparisons }) =>
      comparisons.map(({ value, difference, lift }): CsvCell[] => [
        day,
        keyOf(no),
        value,
        ...cells(difference),
        ...cells(lift),
      ]),
    ),
  );
  return csvOf([COLUMNS, ...rows]);
}

function cells(figure: Figure | undefined): CsvCell[] {
  return [figure?.point, figure?.low, figure?.high];
}

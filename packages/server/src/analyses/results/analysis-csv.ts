import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { ChosenMetric } from '@comporta/contract/analyses/plan';
import { type CsvCell, csvOf } from '@comporta/contract/csv';
import { analysisAnswer } from '../analysis-answer.ts';
import type { StoredAnalysis } from '../analysis-repository.ts';
import { type DayResult, readDays } from './daily-result-repository.ts';
import { type Looking, lookAtPhase } from './look-at-phase.ts';
import { dayResult } from './read-results.ts';

/** The names of the API, not translated: scripts read them. */
const COLUMNS = [
  'phase',
  'day',
  'metric',
  'role',
  'value',
  'users',
  'level',
  'standard_error',
  'difference',
  'difference_low',
  'difference_high',
  'lift',
  'lift_low',
  'lift_high',
  'verdict',
] as const;

/** Everything of an analysis as one file: the plan, then each day of each phase as it was shown. Source: RES-120. */
export async function analysisCsv(looking: Looking, stored: StoredAnalysis): Promise<string> {
  const analysis = analysisAnswer(stored);
  const rows: CsvCell[][] = [];
  for (const phase of stored.phases) {
    const days = await readDays(looking.sql, phase.id);
    const looked = phase.endedAt === null ? await lookAtPhase(looking, stored, phase) : undefined;
    const today = looked && dayResult(looked);
    const all = today ? [...days.filter(({ day }) => day !== today.day), today] : days;
    rows.push(...all.flatMap((day) => rowsOf(analysis, day).map((row) => [phase.number, ...row])));
  }
  return csvOf([...headOf(analysis), [], COLUMNS, ...rows]);
}

/** The plan and the decision: a name and what it is, in each line. */
function headOf(analysis: Analysis): CsvCell[][] {
  const { goal, guardrails, secondary, stopped, phases } = analysis;
  const keyOf = (chosen: ChosenMetric | null) =>
    analysis.metrics.find(({ metricId }) => metricId === chosen?.metricId)?.key ?? chosen?.metricId;
  const listOf = (chosen: readonly ChosenMetric[]) => chosen.map(keyOf).join(' ');
  return [
    ['analysis', analysis.id],
    ['toggle', analysis.toggleName],
    ['environment', analysis.environmentName],
    ['state', analysis.state],
    ['hypothesis', analysis.hypothesis],
    ['control', analysis.control],
    ['goal', keyOf(goal)],
    ['guardrails', listOf(guardrails)],
    ['secondary', listOf(secondary)],
    ['alpha', analysis.alpha],
    ['power', analysis.power],
    ['mde', analysis.mde],
    ['planned_units', analysis.plannedUnits ?? undefined],
    ['exclude_bots', String(analysis.excludeBots)],
    ['started_at', analysis.startedAt],
    ['stopped_at', stopped?.at],
    ['stopped_because', stopped?.because],
    ['stopped_by', stopped?.by?.name],
    ['shipped_value', stopped?.value],
    ['note', stopped?.reason],
    ['verdict', stopped?.verdict?.code],
    ...phases.map(({ number, reason, startedAt, endedAt }) => [
      `phase_${number}`,
      reason,
      startedAt,
      endedAt,
    ]),
  ];
}

/** A row for each metric and value; the control has no comparison. */
function rowsOf({ metrics, control }: Analysis, { day, verdict, metrics: results }: DayResult) {
  return results.flatMap(({ no, values, comparisons }) => {
    const metric = metrics.find((one) => one.no === no);
    const known = values ?? [{ value: control }, ...comparisons];
    return known.map(({ value }): CsvCell[] => {
      const counted = values?.find((one) => one.value === value);
      const compared = comparisons.find((one) => one.value === value);
      return [
        day,
        metric?.key,
        metric?.role,
        value,
        counted?.users,
        counted?.level,
        compared?.standardError,
        ...cells(compared?.difference),
        ...cells(compared?.lift),
        verdict.code,
      ];
    });
  });
}

interface Figure {
  readonly point: number;
  readonly low: number;
  readonly high: number;
}

function cells(figure: Figure | undefined): CsvCell[] {
  return [figure?.point, figure?.low, figure?.high];
}

import type { ListedAnalysis } from '@comporta/contract/analyses/analysis-list';

type Comparison = NonNullable<ListedAnalysis['goal']>['comparisons'][number];

/** The comparison that says what was learned: of the decided value, else of the verdict's, else the best one. */
export function shownComparison({
  goal,
  verdict,
  stopped,
}: Pick<ListedAnalysis, 'goal' | 'verdict' | 'stopped'>): Comparison | undefined {
  // Figures that must not be used stand behind a button on the results page.
  if (goal === undefined || verdict?.code.startsWith('INVALID') === true) return undefined;
  const compared = goal.comparisons.filter(({ lift }) => lift !== undefined);
  const decided = stopped?.value;
  const named =
    verdict !== undefined && 'value' in verdict.params ? verdict.params.value : undefined;
  const sign = goal.better === 'UP' ? 1 : -1;
  const best = compared.toSorted(
    (one, other) => sign * ((other.lift?.point ?? 0) - (one.lift?.point ?? 0)),
  );
  return [decided, named]
    .map((wanted) => compared.find(({ value }) => value === wanted))
    .concat(best)
    .find((one) => one !== undefined);
}

const DAY_MS = 86_400_000;

/** Whole days; undefined before the start. */
export function daysOf(
  { startedAt, stopped }: Pick<ListedAnalysis, 'startedAt' | 'stopped'>,
  now: Date,
): number | undefined {
  if (startedAt === undefined) return undefined;
  const end = stopped === undefined ? now.getTime() : Date.parse(stopped.at);
  return Math.max(0, Math.floor((end - Date.parse(startedAt)) / DAY_MS));
}

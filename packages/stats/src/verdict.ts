import type { Comparison, Metric, MetricMoments } from './comparison.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { NotComputable } from './effect.ts';
import { GATE_POSITIVE, GATE_UNITS } from './gate.ts';
import { type GuardrailFinding, type OpenLoss, openLoss } from './guardrail-finding.ts';
import { type Arm, sampleRatio } from './sample-ratio.ts';

/** The input of the verdict of a phase. */
export interface Findings {
  /** Values of the split that have a share, the control first. */
  readonly values: readonly [control: string, ...treatments: string[]];
  /** Units that are not carried and the shares of the remaining buckets, in the order of the values. */
  readonly arms: readonly Arm[];
  /** In the last 24 hours: the exposures received, and how many of them named a wrong value. */
  readonly assignment: { readonly exposures: number; readonly wrong: number };
  readonly goal: Metric;
  readonly goalMoments: MetricMoments;
  /** Events of the goal that were received, counted or not. */
  readonly goalEvents: number;
  /** Whether nothing that exposed units did counts, although it should by now (RES-109). */
  readonly nothingCounts: boolean;
  /** Why there are no results; used only if there are none (RES-76). */
  readonly diagnosis: Diagnosis;
  /** With `goalLimit`; from the final look on, those of that look with `finalLimit`. */
  readonly goalComparisons: readonly Comparison[];
  readonly guardrails: readonly GuardrailFinding[];
  readonly finalLookMade: boolean;
  /** Smallest lift that matters, relative to the control's level. */
  readonly mde: number;
  readonly phaseHours: number;
  /** Days until the planned units are reached; undefined without a forecast. */
  readonly daysLeft: number | undefined;
}

/** An interval with its scale. Only `NamedRange` has a point. */
export interface Range {
  readonly scale: 'LIFT' | 'DIFFERENCE';
  readonly low: number;
  readonly high: number;
}

export interface NamedRange extends Range {
  readonly value: string;
  readonly metric: string;
  readonly point: number;
}

/** Code and parameters are stored per day; texts are derived from them. */
export type Verdict =
  | { code: 'INVALID_SRM'; params: { value: string; users: number; expected: number } }
  | { code: 'INVALID_ASSIGNMENT'; params: { share: number } }
  | { code: 'NO_DATA'; params: { reason: Diagnosis } }
  | { code: 'TOO_EARLY'; params: TooEarly }
  | { code: 'GUARDRAIL_HARM'; params: NamedRange & { ahead?: string } }
  | { code: 'WINNER_SIGNAL'; params: NamedRange }
  | { code: 'WINNER'; params: NamedRange }
  | { code: 'WINNER_NOT_HARMED'; params: NamedRange & { notHarmed: readonly OpenLoss[] } }
  | { code: 'WINNER_GUARDRAILS_OPEN'; params: NamedRange & { guardrail: string } }
  | { code: 'LOSER'; params: NamedRange }
  | { code: 'EQUIVALENT'; params: Range }
  | { code: 'NO_DIFFERENCE'; params: Range }
  | { code: 'RUNNING'; params: Range & { days: number | undefined } };

/** UNITS, POSITIVE: the value with the lowest count. Other reasons: the number of users, and the value concerned. */
export type TooEarly =
  | { reason: 'UNITS' | 'POSITIVE'; value: string; count: number; needed: number }
  | { reason: NotComputable; value: string; count: number };

/** Share of wrong exposures, and the number of exposures from which on it counts. */
const WRONG_SHARE = 0.1;
const WRONG_FROM = 100;

/** A phase must include every weekday. */
export const FULL_WEEK_HOURS = 7 * 24;

/** The first verdict that applies. Source: RES-59, RES-106. */
export function verdictOf(findings: Findings): Verdict {
  return (
    invalidSplit(findings) ??
    invalidAssignment(findings) ??
    noData(findings) ??
    tooEarly(findings) ??
    guardrailHarm(findings) ??
    winner(findings) ??
    loser(findings) ??
    undecided(findings)
  );
}

function invalidSplit({ arms, values }: Findings): Verdict | undefined {
  const { alarm, worst, expected } = sampleRatio(arms);
  if (!alarm) return undefined;
  const params = { value: values[worst] ?? '', users: arms[worst]?.units ?? 0, expected };
  return { code: 'INVALID_SRM', params };
}

function invalidAssignment({ assignment }: Findings): Verdict | undefined {
  const { exposures, wrong } = assignment;
  if (exposures < WRONG_FROM || wrong <= WRONG_SHARE * exposures) return undefined;
  return { code: 'INVALID_ASSIGNMENT', params: { share: wrong / exposures } };
}

function noData({
  goalMoments,
  goalEvents,
  nothingCounts,
  diagnosis,
}: Findings): Verdict | undefined {
  const units = momentsOf(goalMoments).reduce((sum, { n }) => sum + n, 0);
  if (units > 0 && goalEvents > 0 && !nothingCounts) return undefined;
  return { code: 'NO_DATA', params: { reason: diagnosis } };
}

function tooEarly(findings: Findings): Verdict | undefined {
  const all = momentsOf(findings.goalMoments);
  const shut = (reason: 'UNITS' | 'POSITIVE', needed: number): Verdict | undefined => {
    const counts = all.map(({ n, positive }) => (reason === 'UNITS' ? n : positive));
    const count = Math.min(...counts);
    if (count >= needed) return undefined;
    const value = findings.values[counts.indexOf(count)] ?? '';
    return { code: 'TOO_EARLY', params: { reason, value, count, needed } };
  };
  return shut('UNITS', GATE_UNITS) ?? shut('POSITIVE', GATE_POSITIVE) ?? notComputable(findings);
}

/** Reasons that still allow a difference are skipped: they do not make the verdict TOO_EARLY. */
function notComputable({ goalComparisons, goalMoments, values }: Findings): Verdict | undefined {
  const place = goalComparisons.findIndex(({ difference }) => difference === undefined);
  const reason = goalComparisons[place]?.notComputable;
  if (reason === undefined || reason === 'GATE') return undefined;
  const count = momentsOf(goalMoments).reduce((sum, { n }) => sum + n, 0);
  return { code: 'TOO_EARLY', params: { reason, value: values[place + 1] ?? '', count } };
}

function guardrailHarm(findings: Findings): Verdict | undefined {
  const { guardrails, values } = findings;
  for (const { metric, comparisons, states } of guardrails) {
    const place = states.indexOf('HARMED');
    const comparison = comparisons[place];
    if (comparison === undefined) continue;
    // Of a value with a shut guardrail nobody can say that it does no harm.
    const ahead = bestOf(
      findings,
      (other) => isAhead(findings, other) && openLosses(findings, other) !== undefined,
    );
    const params = named(values[place + 1], metric, comparison);
    return {
      code: 'GUARDRAIL_HARM',
      params: { ...params, ...(ahead && { ahead: ahead.params.value }) },
    };
  }
  return undefined;
}

/** After `guardrailHarm`, so no guardrail of any treatment is harmed. Source: RES-106. */
function winner(findings: Findings): Verdict | undefined {
  const best = bestOf(findings, (place) => isAhead(findings, place));
  if (best === undefined) return undefined;
  if (findings.phaseHours < FULL_WEEK_HOURS) return { code: 'WINNER_SIGNAL', params: best.params };
  const safe = bestOf(
    findings,
    (place) => isAhead(findings, place) && openLosses(findings, place)?.length === 0,
  );
  if (safe !== undefined) return { code: 'WINNER', params: safe.params };
  const known = bestOf(
    findings,
    (place) => isAhead(findings, place) && openLosses(findings, place) !== undefined,
  );
  const notHarmed = known && openLosses(findings, known.place);
  if (known !== undefined && notHarmed !== undefined) {
    return { code: 'WINNER_NOT_HARMED', params: { ...known.params, notHarmed } };
  }
  const guardrail = unknownGuardrail(findings, best.place)?.metric.key ?? '';
  return { code: 'WINNER_GUARDRAILS_OPEN', params: { ...best.params, guardrail } };
}

function loser(findings: Findings): Verdict | undefined {
  const isLost = findings.goalComparisons.every((_, place) => isBeyond(findings, place, 'BAD'));
  const best = isLost ? bestOf(findings, () => true) : undefined;
  return best && { code: 'LOSER', params: best.params };
}

/** The range covers the intervals of all treatments that are not clearly worse. */
function undecided(findings: Findings): Verdict {
  const { goalComparisons, mde, finalLookMade, daysLeft } = findings;
  const open = goalComparisons.filter((_, place) => !isBeyond(findings, place, 'BAD'));
  const range = rangeOf(open);
  if (open.every(({ lift }) => lift !== undefined && lift.low > -mde && lift.high < mde)) {
    return { code: 'EQUIVALENT', params: range };
  }
  if (finalLookMade) return { code: 'NO_DIFFERENCE', params: range };
  return { code: 'RUNNING', params: { ...range, days: daysLeft } };
}

/** Whether the goal's whole interval of a treatment is on one side of the control. */
function isBeyond(
  { goal, goalComparisons }: Findings,
  place: number,
  side: 'GOOD' | 'BAD',
): boolean {
  const difference = goalComparisons[place]?.difference;
  if (difference === undefined) return false;
  return (goal.better === 'UP') === (side === 'GOOD') ? difference.low > 0 : difference.high < 0;
}

function isAhead(findings: Findings, place: number): boolean {
  return isBeyond(findings, place, 'GOOD');
}

/** The first guardrail of which nothing is known for a treatment: its gate is shut, or it cannot be computed. */
function unknownGuardrail({ guardrails }: Findings, place: number): GuardrailFinding | undefined {
  return guardrails.find(
    (finding) => finding.states[place] === 'SHUT' || openLoss(finding, place) === undefined,
  );
}

/**
 * The losses that are not excluded for a treatment, one for each guardrail that is not proved safe. Undefined where a
 * guardrail is harmed, or where nothing is known of one.
 */
function openLosses(findings: Findings, place: number): OpenLoss[] | undefined {
  const { guardrails } = findings;
  if (guardrails.some(({ states }) => states[place] === 'HARMED')) return undefined;
  if (unknownGuardrail(findings, place) !== undefined) return undefined;
  return guardrails
    .filter(({ states }) => states[place] !== 'SAFE')
    .flatMap((finding) => openLoss(finding, place) ?? []);
}

/** The treatment with the best point among the accepted ones. All have the same control, so points can be compared. */
function bestOf(
  { goal, goalComparisons, values }: Findings,
  isAsked: (place: number) => boolean,
): { place: number; params: NamedRange } | undefined {
  const sign = goal.better === 'UP' ? 1 : -1;
  const pointOf = (place: number) => sign * (goalComparisons[place]?.effect?.difference ?? 0);
  const [place] = [...goalComparisons.keys()]
    .filter(isAsked)
    .sort((a, b) => pointOf(b) - pointOf(a));
  const comparison = place === undefined ? undefined : goalComparisons[place];
  if (place === undefined || comparison === undefined) return undefined;
  return { place, params: named(values[place + 1], goal, comparison) };
}

function named(value = '', metric: Metric, comparison: Comparison): NamedRange {
  const point = comparison.lift?.point ?? comparison.effect?.difference ?? 0;
  return { value, metric: metric.key, point, ...rangeOf([comparison]) };
}

/** From the lowest to the highest end; as differences if one of them has no lift. */
function rangeOf(comparisons: readonly Comparison[]): Range {
  const scale = comparisons.every(({ lift }) => lift !== undefined) ? 'LIFT' : 'DIFFERENCE';
  const intervals = comparisons.flatMap(
    ({ lift, difference }) => (scale === 'LIFT' ? lift : difference) ?? [],
  );
  return {
    scale,
    low: Math.min(...intervals.map(({ low }) => low)),
    high: Math.max(...intervals.map(({ high }) => high)),
  };
}

function momentsOf({ control, treatments }: MetricMoments) {
  return [control, ...treatments];
}

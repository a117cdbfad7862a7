import { type Comparison, compare, type Metric, type MetricMoments } from '../comparison.ts';
import {
  type GuardrailFinding,
  type GuardrailMetric,
  guardrailFinding,
  withFinalLook,
} from '../guardrail-finding.ts';
import {
  type AnalysisPlan,
  finalGuardrailLimit,
  finalLimit,
  goalLimit,
  guardrailLimit,
  isFinalLookDue,
} from '../limits.ts';
import { type Moments, merge, NO_MOMENTS } from '../moments.ts';
import { type Verdict, verdictOf } from '../verdict.ts';
import { conversions } from './draws.ts';
import { type Random, seededRandom } from './random.ts';

/** True rates of the control and of each treatment. Every value gets the same number of units per day. */
export interface Truth {
  readonly goal: readonly [control: number, ...treatments: number[]];
  readonly guardrail: readonly [control: number, ...treatments: number[]];
  /** Share of the last value's units that is lost. */
  readonly lost?: number;
}

const DAYS = 28;
const UNITS_PER_DAY = 300;
const GOAL: Metric = { key: 'goal', kind: 'CONVERSION', better: 'UP', cuped: false };
const GUARDRAIL: GuardrailMetric = { ...GOAL, key: 'guardrail', better: 'DOWN', margin: 0.2 };

/** The codes that a daily reader of one phase sees, computed as the product does, from the roll-ups to the verdict. */
function verdictsOfPhase(truth: Truth, random: Random): Set<Verdict['code']> {
  const treatments = truth.goal.length - 1;
  const plan: AnalysisPlan = {
    alpha: 0.05,
    power: 0.8,
    mde: 0.1,
    plannedUnits: 2 * UNITS_PER_DAY * (DAYS - 1),
    treatments,
    guardrails: 1,
    looksAtGuardrails: true,
  };
  const codes = new Set<Verdict['code']>();
  let goal = truth.goal.map(() => NO_MOMENTS);
  let guardrail = goal;
  let finalLook: readonly Comparison[] | undefined;
  let guardrailLook: GuardrailFinding | undefined;
  for (let day = 1; day <= DAYS; day++) {
    goal = withNewUnits(goal, truth.goal, random);
    guardrail = withNewUnits(guardrail, truth.guardrail, random);
    const moments = momentsOf(goal);
    if (isFinalLookDue(plan, moments)) finalLook ??= compare(GOAL, moments, finalLimit(plan));
    const ofGuardrail = momentsOf(guardrail);
    if (isFinalLookDue(plan, ofGuardrail)) {
      guardrailLook ??= guardrailFinding(finalGuardrailLimit(plan), GUARDRAIL, ofGuardrail);
    }
    const anytime = guardrailFinding(guardrailLimit(plan), GUARDRAIL, ofGuardrail);
    const { code } = verdictOf({
      values: ['control', ...truth.goal.slice(1).map((_, index) => `treatment ${index + 1}`)],
      arms: goal.map(({ n }, index) => ({
        units: index === treatments ? n * (1 - (truth.lost ?? 0)) : n,
        share: 1,
      })),
      assignment: { exposures: 0, wrong: 0 },
      goal: GOAL,
      goalMoments: moments,
      goalEvents: 1,
      nothingCounts: false,
      diagnosis: 'TOO_FEW',
      goalComparisons: finalLook ?? compare(GOAL, moments, goalLimit(plan)),
      guardrails: [guardrailLook ? withFinalLook(anytime, guardrailLook) : anytime],
      finalLookMade: finalLook !== undefined,
      mde: plan.mde,
      phaseHours: 24 * day,
      daysLeft: undefined,
    });
    codes.add(code);
  }
  return codes;
}

export interface Phases {
  readonly truth: Truth;
  readonly count: number;
  readonly seed: number;
}

/** The number of phases that report at least one of the codes on some day. */
export function phasesWith(
  codes: readonly Verdict['code'][],
  { truth, count, seed }: Phases,
): number {
  const random = seededRandom(seed);
  let found = 0;
  for (let phase = 0; phase < count; phase++) {
    const seen = verdictsOfPhase(truth, random);
    if (codes.some((code) => seen.has(code))) found++;
  }
  return found;
}

function withNewUnits(
  moments: readonly Moments[],
  rates: readonly number[],
  random: Random,
): Moments[] {
  return moments.map((one, index) =>
    merge(one, conversions(rates[index] ?? 0)(random, UNITS_PER_DAY)),
  );
}

function momentsOf([control = NO_MOMENTS, ...treatments]: readonly Moments[]): MetricMoments {
  return { control, treatments };
}

import { guardrailAlpha } from './guardrail.ts';
import {
  chanceOfSafety,
  type ExpectedGuardrail,
  type GuardrailLook,
  unitsForSafety,
} from './guardrail-power.ts';
import { daysFor, hybridAlphas, type Needs, needsOf, type Plan } from './power.ts';

/** A guardrail of a plan, or a metric that could be one. */
export interface ProposedGuardrail {
  /** Id of the metric. */
  readonly id: string;
  /** Undefined where its level or its variance is not known. */
  readonly expected: ExpectedGuardrail | undefined;
}

/** A plan under consideration, with the traffic that reaches the rule. */
export interface Proposal {
  readonly plan: Plan;
  /** New units per day, of all values together. */
  readonly unitsPerDay: number;
  readonly windowHours: number;
  readonly guardrails: readonly ProposedGuardrail[];
  /** Metrics that are neither the goal nor a guardrail. */
  readonly candidates: readonly ProposedGuardrail[];
  /** Whether the planned units are to prove the guardrails safe, too. */
  readonly sizesForGuardrails: boolean;
}

export interface Estimate extends Needs {
  /** Whole days, including the time window of the last unit; undefined without traffic. */
  readonly days: number | undefined;
}

/** What the planned units tell of one guardrail, if no value differs from the control. Source: RES-107. */
export interface GuardrailProspect {
  readonly id: string;
  readonly margin: number;
  /** The chance, from 0 to 1, that the final look proves it safe; for the value with the smallest chance. */
  readonly chance: number;
  /** Units of all values with which that chance is the plan's power; rounded up. */
  readonly totalUnits: number;
}

/** Points to consider before the start (RES-74). */
export type PlanWarning =
  | { readonly code: 'LONG'; readonly days: number }
  | { readonly code: 'SHORT' }
  | { readonly code: 'UNEQUAL'; readonly factor: number }
  | { readonly code: 'MANY_VALUES'; readonly count: number }
  /** With the metric that is proved safe with the fewest units, and what that takes. */
  | { readonly code: 'NO_GUARDRAIL'; readonly cheapest: GuardrailProspect };

export interface PlannerAnswer {
  readonly planned: Estimate;
  readonly unplanned: Estimate;
  /** How many times as many units the goal needs without a plan. */
  readonly price: number;
  /** The guardrails whose level is known. */
  readonly guardrails: readonly GuardrailProspect[];
  /** Ids of the guardrails of which nothing can be said. */
  readonly unknown: readonly string[];
  readonly warnings: readonly PlanWarning[];
}

const LONG_DAYS = 56;
const FULL_WEEK_DAYS = 7;
/** From this factor on, a split needs noticeably more units than an even one. */
const NOTICEABLE_FACTOR = 1.05;

/** Estimates units and days of a proposal, with a plan and without. Source: RES-57, RES-74, RES-107. */
export function estimate(proposal: Proposal): PlannerAnswer {
  const { plan, guardrails, sizesForGuardrails } = proposal;
  const goal = needsOf(plan, 'HYBRID');
  const proofs = sizesForGuardrails ? proofsOf(plan, guardrails).map(({ needs }) => needs) : [];
  const planned = withDays(proposal, largest([goal, ...proofs]));
  const unplanned = withDays(proposal, needsOf(plan, 'ANYTIME'));
  const prospects = prospectsOf(plan, guardrails, planned);
  return {
    planned,
    unplanned,
    price: unplanned.totalUnits / goal.totalUnits,
    guardrails: prospects,
    unknown: guardrails.filter(({ expected }) => expected === undefined).map(({ id }) => id),
    warnings: warningsOn(proposal, planned, goal),
  };
}

function withDays({ unitsPerDay, windowHours }: Proposal, needs: Needs): Estimate {
  const days = Math.ceil(daysFor(needs.totalUnits, unitsPerDay, windowHours));
  return { ...needs, days: Number.isFinite(days) ? days : undefined };
}

function largest(needs: readonly Needs[]): Needs {
  return {
    pairUnits: Math.max(...needs.map(({ pairUnits }) => pairUnits)),
    totalUnits: Math.max(...needs.map(({ totalUnits }) => totalUnits)),
  };
}

/** What it takes to prove each guardrail safe for every treatment; guardrails with an unknown level are left out. */
function proofsOf(plan: Plan, guardrails: readonly ProposedGuardrail[]) {
  const treatments = plan.treatmentShares.length;
  const share = guardrailAlpha(plan.alpha, guardrails.length, treatments);
  const alpha = hybridAlphas(share).fixed;
  const whole = plan.controlShare + plan.treatmentShares.reduce((sum, one) => sum + one, 0);
  const pairs = plan.treatmentShares.map((one) => ({
    look: { alpha, treatmentShare: one / (plan.controlShare + one) } satisfies GuardrailLook,
    /** The pair's share of the units of all values. */
    ofAll: (plan.controlShare + one) / whole,
  }));
  return guardrails.flatMap(({ id, expected }) => {
    if (expected === undefined) return [];
    const needs = pairs.map(({ look, ofAll }): Needs => {
      const units = unitsForSafety(expected, look, plan.power);
      return { pairUnits: Math.ceil(units), totalUnits: Math.ceil(units / ofAll) };
    });
    const chanceWith = (totalUnits: number) =>
      Math.min(
        ...pairs.map(({ look, ofAll }) => chanceOfSafety(expected, look, totalUnits * ofAll)),
      );
    return [{ id, margin: expected.margin, needs: largest(needs), chanceWith }];
  });
}

function prospectsOf(
  plan: Plan,
  guardrails: readonly ProposedGuardrail[],
  planned: Needs,
): GuardrailProspect[] {
  return proofsOf(plan, guardrails).map(({ id, margin, needs, chanceWith }) => ({
    id,
    margin,
    chance: chanceWith(planned.totalUnits),
    totalUnits: needs.totalUnits,
  }));
}

function warningsOn(
  { plan, guardrails, candidates }: Proposal,
  planned: Estimate,
  goal: Needs,
): PlanWarning[] {
  const { days } = planned;
  const warnings: PlanWarning[] = [];
  if (days !== undefined && days > LONG_DAYS) warnings.push({ code: 'LONG', days });
  if (days !== undefined && days < FULL_WEEK_DAYS) warnings.push({ code: 'SHORT' });
  const even = { ...plan, controlShare: 1, treatmentShares: plan.treatmentShares.map(() => 1) };
  const factor = goal.totalUnits / needsOf(even, 'HYBRID').totalUnits;
  if (factor >= NOTICEABLE_FACTOR) warnings.push({ code: 'UNEQUAL', factor });
  const count = plan.treatmentShares.length;
  if (count > 1) warnings.push({ code: 'MANY_VALUES', count });
  // Without what one costs, the warning would be of no use.
  const [cheapest] = candidates
    .flatMap((one) => prospectsOf(plan, [one], planned))
    .sort((a, b) => a.totalUnits - b.totalUnits);
  if (guardrails.length === 0 && cheapest !== undefined) {
    warnings.push({ code: 'NO_GUARDRAIL', cheapest });
  }
  return warnings;
}

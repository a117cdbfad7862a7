import { daysFor, type Needs, needsOf, type Plan, type Reading } from './power.ts';

/** A plan under consideration, with the traffic that reaches the rule. */
export interface Proposal {
  readonly plan: Plan;
  /** New units per day, of all values together. */
  readonly unitsPerDay: number;
  readonly windowHours: number;
  readonly guardrails: number;
}

export interface Estimate extends Needs {
  /** Whole days, including the time window of the last unit; undefined without traffic. */
  readonly days: number | undefined;
}

/** Points to consider before the start (RES-74). */
export type PlanWarning =
  | { readonly code: 'LONG'; readonly days: number }
  | { readonly code: 'SHORT' }
  | { readonly code: 'UNEQUAL'; readonly factor: number }
  | { readonly code: 'MANY_VALUES'; readonly count: number }
  | { readonly code: 'NO_GUARDRAIL' };

export interface PlannerAnswer {
  readonly planned: Estimate;
  readonly unplanned: Estimate;
  /** How many times as many units are needed without a plan. */
  readonly price: number;
  readonly warnings: readonly PlanWarning[];
}

const LONG_DAYS = 56;
const FULL_WEEK_DAYS = 7;
/** From this factor on, a split needs noticeably more units than an even one. */
const NOTICEABLE_FACTOR = 1.05;

/** Estimates units and days of a proposal, with a plan and without. Source: RES-57, RES-74. */
export function estimate(proposal: Proposal): PlannerAnswer {
  const planned = estimateOf(proposal, 'HYBRID');
  const unplanned = estimateOf(proposal, 'ANYTIME');
  return {
    planned,
    unplanned,
    price: unplanned.totalUnits / planned.totalUnits,
    warnings: warningsOn(proposal, planned),
  };
}

function estimateOf({ plan, unitsPerDay, windowHours }: Proposal, reading: Reading): Estimate {
  const { pairUnits, totalUnits } = needsOf(plan, reading);
  const days = Math.ceil(daysFor(totalUnits, unitsPerDay, windowHours));
  return { pairUnits, totalUnits, days: Number.isFinite(days) ? days : undefined };
}

function warningsOn({ plan, guardrails }: Proposal, { days, totalUnits }: Estimate): PlanWarning[] {
  const warnings: PlanWarning[] = [];
  if (days !== undefined && days > LONG_DAYS) warnings.push({ code: 'LONG', days });
  if (days !== undefined && days < FULL_WEEK_DAYS) warnings.push({ code: 'SHORT' });
  const even = { ...plan, controlShare: 1, treatmentShares: plan.treatmentShares.map(() => 1) };
  const factor = totalUnits / needsOf(even, 'HYBRID').totalUnits;
  if (factor >= NOTICEABLE_FACTOR) warnings.push({ code: 'UNEQUAL', factor });
  const count = plan.treatmentShares.length;
  if (count > 1) warnings.push({ code: 'MANY_VALUES', count });
  if (guardrails === 0) warnings.push({ code: 'NO_GUARDRAIL' });
  return warnings;
}

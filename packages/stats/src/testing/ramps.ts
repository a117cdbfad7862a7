import { compare, type Metric } from '../comparison.ts';
import { type AnalysisPlan, finalLimit, goalLimit, isFinalLookDue } from '../limits.ts';
import { type Moments, merge, NO_MOMENTS } from '../moments.ts';
import type { Random } from './random.ts';

/** Shares of the treatment, a phase each. */
const RAMP = [0.01, 0.1, 0.5] as const;
const DAYS = 7;
const USERS = 4_000;
const GOAL: Metric = { key: 'goal', kind: 'CONVERSION', better: 'UP', cuped: false };
const PLAN: AnalysisPlan = {
  alpha: 0.05,
  power: 0.8,
  mde: 0.1,
  plannedUnits: undefined,
  treatments: 1,
  guardrails: 0,
  looksAtGuardrails: false,
};

/**
 * Which units the last phase of a ramp counts. POOLED adds those of earlier phases, as the product never does: when
 * everybody buys more later, a split that was uneven before makes a difference of it.
 */
export type RampRule = 'EVERYONE' | 'NEW_USERS' | 'POOLED';

export interface Ramps {
  readonly rule: RampRule;
  readonly count: number;
  /** At which the plan has its look; undefined without a plan. */
  readonly plannedUnits?: number | undefined;
}

/**
 * The number of ramps 1 → 10 → 50 % whose last phase differs on some day, though no value does anything to anybody. Users
 * differ, some come every day, and who has bought buys less later: what happened before matters, and is the same for
 * both values. Source: RES-101, RES-103.
 */
export function differingRamps(random: Random, { rule, count, plannedUnits }: Ramps): number {
  const plan = { ...PLAN, plannedUnits };
  let differing = 0;
  for (let ramp = 0; ramp < count; ramp++) if (differs(plan, rule, random)) differing++;
  return differing;
}

interface User {
  /** From 0 to 1: below the share of a phase it gets the treatment, so a ramp moves users one way only. */
  readonly bucket: number;
  readonly comes: number;
  readonly buys: number;
  hasBought: boolean;
  /** The number of the last phase in which it was exposed. */
  seenIn: number;
}

function differs(plan: AnalysisPlan, rule: RampRule, random: Random): boolean {
  const users = Array.from({ length: USERS }, () => userOf(random));
  let control = NO_MOMENTS;
  let treatment = NO_MOMENTS;
  let isLooked = false;
  let isDifferent = false;
  for (const [phase, share] of RAMP.entries()) {
    const isLast = phase === RAMP.length - 1;
    for (let day = 0; day < DAYS; day++) {
      for (const user of users) {
        if (user.seenIn === phase || random.uniform() >= user.comes) continue;
        const isNew = user.seenIn < 0;
        user.seenIn = phase;
        const unit = outcomeOf(user, phase, random);
        if (rule !== 'POOLED' && (!isLast || (rule === 'NEW_USERS' && !isNew))) continue;
        if (user.bucket < share) treatment = merge(treatment, unit);
        else control = merge(control, unit);
      }
      if (!isLast || isLooked) continue;
      const moments = { control, treatments: [treatment] };
      isLooked = isFinalLookDue(plan, moments);
      const limit = isLooked ? finalLimit(plan) : goalLimit(plan);
      const [compared] = compare(GOAL, moments, limit);
      const difference = compared?.difference;
      if (difference !== undefined && difference.low * difference.high > 0) isDifferent = true;
    }
  }
  return isDifferent;
}

function userOf(random: Random): User {
  return {
    bucket: random.uniform(),
    comes: 0.01 + 0.1 * random.uniform(),
    buys: 0.1 + 0.5 * random.uniform(),
    hasBought: false,
    seenIn: -1,
  };
}

/** Everybody buys more from phase to phase, and half as often after having bought. */
function outcomeOf(user: User, phase: number, random: Random): Moments {
  const rate = user.buys * (0.5 + 0.25 * phase) * (user.hasBought ? 0.5 : 1);
  const buys = random.uniform() < rate;
  if (buys) user.hasBought = true;
  return { n: 1, positive: Number(buys), mean: Number(buys), m2: 0 };
}

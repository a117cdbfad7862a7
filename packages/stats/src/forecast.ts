import type { Level } from './level.ts';
import type { AnalysisPlan } from './limits.ts';
import { daysFor, pairAlpha, pairUnits } from './power.ts';

/** A treatment and the control in their current state. */
export interface PairProgress {
  readonly control: Level;
  readonly treatment: Level;
  /** New units of both values per day, the mean of the last 7 days. */
  readonly unitsPerDay: number;
  /** The treatment's share of the units of both. */
  readonly treatmentShare: number;
}

/**
 * Whole days until the last pair has its units and their time windows are over. Undefined if that is unknown, because no
 * units arrive, or because a phase without a plan already has the units that it needed.
 * Source: RES-59, RUNNING.
 */
export function daysLeft(
  plan: AnalysisPlan,
  pairs: readonly PairProgress[],
  windowHours: number,
): number | undefined {
  const days = pairs.map((pair) => {
    const missing = neededUnits(plan, pair) - pair.control.n - pair.treatment.n;
    if (plan.plannedUnits === undefined && missing <= 0) return Number.NaN;
    return missing <= 0 ? windowHours / 24 : daysFor(missing, pair.unitsPerDay, windowHours);
  });
  const most = Math.max(...days);
  return Number.isFinite(most) ? Math.ceil(most) : undefined;
}

function neededUnits(
  plan: AnalysisPlan,
  { control, treatment, treatmentShare }: PairProgress,
): number {
  if (plan.plannedUnits !== undefined) return plan.plannedUnits;
  const pair = {
    controlVariance: control.variance,
    treatmentVariance: treatment.variance,
    difference: plan.mde * Math.abs(control.mean),
    treatmentShare,
    alpha: pairAlpha(plan.alpha, plan.treatments),
    power: plan.power,
  };
  return pairUnits(pair, 'ANYTIME');
}

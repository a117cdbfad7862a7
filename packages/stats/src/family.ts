import { type Comparison, compare, type Metric, type MetricMoments } from './comparison.ts';
import { alwaysValidP, logEvidence } from './confidence-sequence.ts';
import { type AnalysisPlan, familyLimit, familyTuning } from './limits.ts';
import { eBenjaminiHochberg, familyAlpha } from './multiplicity.ts';

/** A metric of a family: a secondary one, or one of a segment. */
export interface FamilyMember {
  readonly metric: Metric;
  readonly moments: MetricMoments;
}

/** One member's treatments beside the control. */
export interface Exploration {
  readonly comparisons: readonly Comparison[];
  /** Whether a treatment stands out among all of the family, in the order of the comparisons. */
  readonly standsOut: readonly boolean[];
}

/**
 * The secondary metrics of an analysis, or their segments, as one family: what stands out is found
 * by e-BH, and the intervals widen with the family. What cannot be computed counts with evidence 0.
 * Source: RES-56.
 */
export function explore(plan: AnalysisPlan, members: readonly FamilyMember[]): Exploration[] {
  const r = familyTuning(plan);
  const evidence = members.map(({ metric, moments }) =>
    compare(metric, moments, familyLimit(plan, plan.alpha)).map((one) => evidenceOf(one, r)),
  );
  const family = evidence.flat();
  const rejected = eBenjaminiHochberg(family, plan.alpha);
  const alpha = familyAlpha(plan.alpha, family.length, rejected.length);
  const first = members.map((_, index) => evidence.slice(0, index).flat().length);
  return members.map(({ metric, moments }, index) => ({
    comparisons: compare(metric, moments, familyLimit(plan, alpha)),
    standsOut: moments.treatments.map((_, place) => rejected.includes((first[index] ?? 0) + place)),
  }));
}

/** ln of the evidence of a comparison; −∞ where nothing can be computed. Source: RES-53, F7. */
export function evidenceOf({ effect }: Comparison, r: number): number {
  if (effect === undefined) return Number.NEGATIVE_INFINITY;
  return logEvidence(effect.difference / effect.standardError, effect.n, r);
}

/** The p-value of a comparison that holds at every look; 1 where nothing can be computed. */
export function pOf(comparison: Comparison, r: number): number {
  return alwaysValidP(evidenceOf(comparison, r));
}

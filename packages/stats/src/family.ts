import { type Comparison, compare, type Metric, type MetricMoments } from './comparison.ts';
import { type AnalysisPlan, familyLimit } from './limits.ts';
import { eBenjaminiHochberg, familyAlpha } from './multiplicity.ts';

/** A metric in a family: a secondary metric, or a metric of a segment. */
export interface FamilyMember {
  readonly metric: Metric;
  readonly moments: MetricMoments;
}

/** The comparisons of one member's treatments with the control. */
export interface Exploration {
  readonly comparisons: readonly Comparison[];
  /** Whether each treatment stands out in the whole family, in the order of the comparisons. */
  readonly standsOut: readonly boolean[];
}

/**
 * Compares the secondary metrics of an analysis, or its segments, as one family. e-BH decides which of them stand out,
 * and the intervals widen with the size of the family. A comparison that cannot be computed counts with evidence 0.
 * Source: RES-56.
 */
export function explore(plan: AnalysisPlan, members: readonly FamilyMember[]): Exploration[] {
  const evidence = members.map(({ metric, moments }) =>
    compare(metric, moments, familyLimit(plan, plan.alpha)).map(
      ({ logE }) => logE ?? Number.NEGATIVE_INFINITY,
    ),
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

import { studentTQuantile, studentTUpperTail } from './distributions/student-t.ts';
import type { Effect } from './effect.ts';

/**
 * The single look at the planned end, valid because it is made only once. Source: Welch, "The Generalization of
 * 'Student's' Problem when Several Different Population Variances are Involved", Biometrika 34 (1947); RES-54, F10.
 */

/** Degrees of freedom, by Welch and Satterthwaite. */
export function welchDegrees({ control, treatment }: Effect): number {
  const a = control.variance / control.n;
  const b = treatment.variance / treatment.n;
  const sum = a + b;
  // Shares are squared, because squares of the variances themselves could underflow.
  return 1 / ((a / sum) ** 2 / (control.n - 1) + (b / sum) ** 2 / (treatment.n - 1));
}

/** t(1 − alpha / 2; ν): replaces the critical value of the confidence sequence. */
export function fixedCriticalValue(effect: Effect, alpha: number): number {
  return -studentTQuantile(alpha / 2, welchDegrees(effect));
}

/** t(1 − alpha; ν), for a claim in one direction: replaces c₁ at the planned look of guardrails. Source: RES-105. */
export function oneSidedFixedCriticalValue(effect: Effect, alpha: number): number {
  return -studentTQuantile(alpha, welchDegrees(effect));
}

/** The two-sided p-value of the final look, for the raw figures. */
export function fixedP(effect: Effect): number {
  const t = Math.abs(effect.difference) / effect.standardError;
  return 2 * studentTUpperTail(t, welchDegrees(effect));
}

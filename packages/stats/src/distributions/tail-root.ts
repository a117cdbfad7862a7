/** ln of a tail probability at u, and the slope of that logarithm. */
export type LogTail = (u: number) => readonly [logTail: number, slope: number];

const MOST_STEPS = 200;

/**
 * The u at which a tail has the logarithm `target`, by Newton's method on the logarithm. The tails of the callers are
 * log-concave in u, so every step after the first comes from the same side and none leaves the domain. Where a tail
 * underflows to 0, the step is halved.
 */
export function tailRoot(target: number, start: number, logTail: LogTail): number {
  let u = start;
  let step = 1;
  for (let count = 0; count < MOST_STEPS; count++) {
    const [value, slope] = logTail(u);
    if (value === Number.NEGATIVE_INFINITY) {
      step /= 2;
      u -= step;
      continue;
    }
    const next = (target - value) / slope;
    // Rounding makes the last steps fluctuate; when a step no longer shrinks, the result is as exact as it gets.
    if (Number.isNaN(next)) return next;
    if (next === 0 || (Math.abs(next) < 1e-9 && Math.abs(next) >= Math.abs(step))) break;
    step = next;
    u += step;
  }
  return u;
}

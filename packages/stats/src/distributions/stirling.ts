/** ½ ln 2π */
const HALF_LOG_TWO_PI = 0.9189385332046727;

/** A term of this share of the sum no longer changes it. */
const NEGLIGIBLE = 1e-17;

/** From this value on, the first six terms of Stirling's series are exact to 2e-18. */
const SERIES_FROM = 16;

/**
 * ln Γ(x + 1) − [(x + ½) ln x − x + ½ ln 2π] for x > 0: the error of Stirling's formula. Exact to about 1e-15.
 * Differences of ln Γ at large arguments lose their digits; differences of this function do not.
 * Source: NIST DLMF 5.11.1; Loader, "Fast and Accurate Computation of Binomial Probabilities" (2000).
 */
export function stirlingError(x: number): number {
  let error = 0;
  let at = x;
  for (; at < SERIES_FROM; at++) error += (at + 0.5) * Math.log1p(1 / at) - 1;
  const square = 1 / (at * at);
  const series =
    1 / 12 -
    square *
      (1 / 360 -
        square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - square * (691 / 360360)))));
  return error + series / at;
}

/** ln Γ(x) for x > 0, with an absolute error of about 1e-15 times the larger of 1 and the result. */
export function logGamma(x: number): number {
  return stirlingError(x) + (x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI;
}

/**
 * x ln(x / mean) − (x − mean), never negative: the distance of x from its mean in a Poisson or binomial probability.
 * `excess` is x − mean. The caller passes it, because it can often compute it more exactly than by subtraction.
 * Source: Loader (2000), "bd0".
 */
export function deviance(x: number, mean: number, excess: number): number {
  if (Math.abs(excess) >= 0.1 * (x + mean)) return x * Math.log(x / mean) - excess;
  const ratio = excess / (x + mean);
  const square = ratio * ratio;
  let sum = excess * ratio;
  let power = 2 * x * ratio;
  let term = sum;
  for (let divisor = 3; Math.abs(term) > NEGLIGIBLE * sum; divisor += 2) {
    power *= square;
    term = power / divisor;
    sum += term;
  }
  return sum;
}

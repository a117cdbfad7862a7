import { upperGamma } from './incomplete-gamma.ts';

/** The probability of more than x, with `df` > 0 degrees of freedom. Source: Abramowitz and Stegun (1964), 26.4.19. */
export function chiSquaredUpperTail(x: number, df: number): number {
  return upperGamma(df / 2, x / 2);
}

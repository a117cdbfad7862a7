import type { Moments } from './moments.ts';

/** What every value must have before differences are shown (RES-58). Skewness is not a criterion. */
export const GATE_UNITS = 100;
export const GATE_POSITIVE = 25;

export function isGateOpen({ n, positive }: Moments): boolean {
  return n >= GATE_UNITS && positive >= GATE_POSITIVE;
}

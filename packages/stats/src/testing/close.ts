import { expect } from 'vitest';

/** Below this magnitude the tolerance of a vector is absolute. */
const ABSOLUTE_BELOW = 1e-13;

/** JSON has no infinite numbers, so vectors contain them as text. */
export type VectorNumber = number | 'Infinity' | '-Infinity';

/** Fails unless `actual` is within the relative tolerance of `expected`. */
export function expectClose(actual: number, expected: VectorNumber, tolerance: number): void {
  const goal = Number(expected);
  if (!Number.isFinite(goal)) {
    expect(actual).toBe(goal);
    return;
  }
  const allowed = Math.max(tolerance * Math.abs(goal), ABSOLUTE_BELOW);
  expect(Math.abs(actual - goal), `${actual} in place of ${goal}`).toBeLessThanOrEqual(allowed);
}

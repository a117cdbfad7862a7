/**
 * W₋₁(y) for −1/e ≤ y < 0: the w ≤ −1 with w e^w = y, by Halley's method.
 * Source: Corless et al., "On the Lambert W Function" (1996), section on numerical evaluation; RES-53, F5.
 */
export function lambertWMinusOne(y: number): number {
  let w = y > -0.25 ? Math.log(-y) - Math.log(-Math.log(-y)) : nearBranchPoint(y);
  // Halley's method triples the number of digits with each step. At the branch point, where it is slowest, 9 steps do.
  for (let step = 0; step < 20; step++) {
    const power = Math.exp(w);
    const error = w * power - y;
    const slope = power * (w + 1);
    if (error === 0 || slope === 0) break;
    const next = w - error / (slope - ((w + 2) * error) / (2 * (w + 1)));
    if (Math.abs(next - w) <= 1e-16 * Math.abs(w)) return next;
    w = next;
  }
  return w;
}

function nearBranchPoint(y: number): number {
  return -1 - Math.sqrt(Math.max(0, 2 * (1 + Math.E * y)));
}

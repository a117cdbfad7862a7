import { describe, expect, it } from 'vitest';
import { compare } from './comparison.ts';
import { isHarmedBehindGate } from './harm-behind-gate.ts';
import { guardrailLimit } from './limits.ts';
import type { Moments } from './moments.ts';

const LIMIT = guardrailLimit({
  alpha: 0.01,
  power: 0.8,
  mde: 0.05,
  plannedUnits: undefined,
  treatments: 1,
  guardrails: 1,
  looksAtGuardrails: false,
});
const metricBetter = (better: 'UP' | 'DOWN', kind: 'CONVERSION' | 'COUNT' = 'CONVERSION') =>
  ({ key: 'errors', kind, better, cuped: false, margin: 0.05 }) as const;

function share(n: number, positive: number): Moments {
  const mean = positive / n;
  return { n, positive, mean, m2: n * mean * (1 - mean) };
}

describe('SAF-53: harm where the gate of a guardrail is shut', () => {
  const errors = (control: Moments, treatment: Moments, metric = metricBetter('DOWN')) => {
    const [comparison] = compare(metric, { control, treatments: [treatment] }, LIMIT);
    expect(comparison?.effect).toBeUndefined();
    return isHarmedBehindGate(LIMIT, metric, { control, treatment });
  };

  it('is seen where all users of the new value have errors, and none of the others', () => {
    expect(errors(share(200, 0), share(200, 200))).toBe(true);
    expect(errors(share(2_000, 3), share(2_000, 200))).toBe(true);
    expect(errors(share(2_000, 60), share(2_000, 2_000))).toBe(true);
  });

  it('is seen where nobody buys any more', () => {
    expect(errors(share(2_000, 400), share(2_000, 0), metricBetter('UP'))).toBe(true);
  });

  it('is not seen where chance makes as much, where users are few, or where the new value is the better one', () => {
    expect(errors(share(2_000, 20), share(2_000, 30))).toBe(false);
    expect(errors(share(99, 0), share(200, 200))).toBe(false);
    expect(errors(share(200, 200), share(200, 0))).toBe(false);
    expect(errors(share(2_000, 0), share(2_000, 400), metricBetter('UP'))).toBe(false);
  });

  it('is not asked of figures other than 0 and 1', () => {
    const metric = metricBetter('DOWN', 'COUNT');
    const pair = { control: share(200, 0), treatment: share(200, 200) };
    expect(isHarmedBehindGate(LIMIT, metric, pair)).toBe(false);
  });

  it('is said of none of 2,000 pairs that differ by chance alone', () => {
    let seed = 20_261_128;
    const random = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 32;
    };
    const drawn = (n: number, rate: number) => {
      let positive = 0;
      for (let unit = 0; unit < n; unit++) if (random() < rate) positive += 1;
      return share(n, positive);
    };
    const harmed = Array.from({ length: 2_000 }, () => {
      const pair = { control: drawn(500, 0.045), treatment: drawn(500, 0.045) };
      return isHarmedBehindGate(LIMIT, metricBetter('DOWN'), pair);
    });
    expect(harmed).not.toContain(true);
  });
});

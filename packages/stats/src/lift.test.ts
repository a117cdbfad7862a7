import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alwaysValidP, criticalValue, logEvidence, tuning } from './confidence-sequence.ts';
import { effectOf } from './effect.ts';
import { type GuardrailState, guardrailState } from './guardrail.ts';
import type { Level } from './level.ts';
import { differenceInterval, liftOf } from './lift.ts';

const levelWithShared = (sharedVariance: number): fc.Arbitrary<Level> =>
  fc.record({
    n: fc.integer({ min: 2, max: 1_000_000 }),
    mean: fc.oneof(
      fc.double({ min: -100, max: 100, noNaN: true }),
      fc.double({ min: 0.9, max: 1.1, noNaN: true }),
    ),
    variance: fc.double({ min: 1e-6, max: 100, noNaN: true }),
    sharedVariance: fc.constant(sharedVariance),
  });

const pair = fc
  .double({ min: 0, max: 0.01, noNaN: true })
  .chain((shared) => fc.tuple(levelWithShared(shared), levelWithShared(shared)));

function between(control: Level, treatment: Level) {
  const effect = effectOf(control, treatment);
  if (effect === 'NO_VARIANCE') throw new Error('Every level of these tests varies.');
  return effect;
}

function level(mean: number, variance = 1, n = 1000): Level {
  return { n, mean, variance, sharedVariance: 0 };
}

describe('RES-53', () => {
  test('lift, difference and p agree on whether there is a difference', () => {
    fc.assert(
      fc.property(pair, fc.constantFrom(0.01, 0.05, 0.1), ([control, treatment], alpha) => {
        const effect = between(control, treatment);
        const r = tuning(10_000, alpha);
        const critical = criticalValue(effect.n, r, alpha);
        const x = effect.difference / effect.standardError;
        // At the exact boundary, rounding decides.
        fc.pre(Math.abs(Math.abs(x) / critical - 1) > 1e-9);
        const { low, high } = differenceInterval(effect, critical);
        const isDifferent = low > 0 || high < 0;
        expect(alwaysValidP(logEvidence(x, effect.n, r)) < alpha).toBe(isDifferent);
        const lift = liftOf(effect, critical);
        if (typeof lift === 'string') return;
        expect(lift.low > 0 || lift.high < 0).toBe(isDifferent);
        expect(lift.low).toBeLessThanOrEqual(lift.point + 1e-9 * Math.abs(lift.point));
        expect(lift.high).toBeGreaterThanOrEqual(lift.point - 1e-9 * Math.abs(lift.point));
      }),
      { numRuns: 2000 },
    );
  });

  test('a lift over a negative control is mirrored', () => {
    const up = liftOf(between(level(10), level(11)), 3);
    const down = liftOf(between(level(-10), level(-11)), 3);
    if (typeof up === 'string' || typeof down === 'string') throw new Error('Both are bounded.');
    expect(down.point).toBeCloseTo(-up.point, 12);
    expect(down.low).toBeCloseTo(-up.high, 12);
    expect(down.high).toBeCloseTo(-up.low, 12);
  });

  test('a lift keeps its precision where the means are far larger than their errors', () => {
    const lift = liftOf(between(level(1e9, 1e-4), level(1e9, 1e-4)), 2);
    const half = 2 * Math.sqrt(2e-7);
    if (typeof lift === 'string') throw new Error(lift);
    expect(lift.high * 1e9).toBeCloseTo(half, 7);
  });

  test('ZERO_BASELINE and UNBOUNDED_LIFT still give a difference', () => {
    const zero = between(level(0), level(1));
    expect(liftOf(zero, 2)).toBe('ZERO_BASELINE');
    expect(differenceInterval(zero, 2).low).toBeGreaterThan(0);
    expect(liftOf(between(level(0.01), level(1)), 2)).toBe('UNBOUNDED_LIFT');
  });

  test('NO_VARIANCE: where a level does not vary there is no effect', () => {
    expect(effectOf(level(1, 0), level(2))).toBe('NO_VARIANCE');
    expect(effectOf(level(1), level(2, 0))).toBe('NO_VARIANCE');
    expect(effectOf(level(1), level(2, Number.NaN))).toBe('NO_VARIANCE');
    expect(effectOf(level(1, -1e-20), level(2))).toBe('NO_VARIANCE');
  });

  test('the shared part of two adjusted levels widens the lift, not the difference', () => {
    const alone = between(level(10), level(12));
    const shared = between(
      { ...level(10), sharedVariance: 0.01 },
      { ...level(12), sharedVariance: 0.01 },
    );
    expect(differenceInterval(shared, 3)).toEqual(differenceInterval(alone, 3));
    const [narrow, wide] = [liftOf(alone, 3), liftOf(shared, 3)];
    if (typeof narrow === 'string' || typeof wide === 'string') throw new Error('Bounded.');
    expect(wide.high - wide.low).toBeGreaterThan(narrow.high - narrow.low);
  });
});

describe('RES-53: guardrails', () => {
  const cases: readonly (readonly [number, 'UP' | 'DOWN', GuardrailState])[] = [
    [10.5, 'UP', 'SAFE'],
    [10.5, 'DOWN', 'HARMED'],
    [9.5, 'UP', 'HARMED'],
    [9.5, 'DOWN', 'SAFE'],
    [10, 'UP', 'SAFE'],
    [9.98, 'UP', 'SAFE'],
    [9.9, 'UP', 'HARMED'],
    [9.6, 'DOWN', 'SAFE'],
    [10.02, 'DOWN', 'SAFE'],
    [10.1, 'DOWN', 'HARMED'],
  ];
  test.each(cases)('%d in place of 10, better %s, margin 5 %%, is %s', (mean, better, expected) => {
    const effect = between(level(10, 1, 10_000), level(mean, 1, 10_000));
    expect(guardrailState(effect, { better, margin: 0.05, critical: 3 })).toBe(expected);
  });

  test('too few units leave it open, and without a margin it is safe only if it is better', () => {
    const few = between(level(10, 1, 50), level(10, 1, 50));
    expect(guardrailState(few, { better: 'UP', margin: 0.05, critical: 3 })).toBe('OPEN');
    const many = between(level(10, 1, 10_000), level(10.01, 1, 10_000));
    expect(guardrailState(many, { better: 'UP', margin: 0, critical: 3 })).toBe('OPEN');
    const better = between(level(10, 1, 10_000), level(10.1, 1, 10_000));
    expect(guardrailState(better, { better: 'UP', margin: 0, critical: 3 })).toBe('SAFE');
  });

  test('at the boundary of safe, the variance of the control counts with the square of the kept share', () => {
    // 3 errors of treatment − 0.7 × control are the margin of 3; RES-53 without, then with CUPED.
    for (const sharedVariance of [0, 2]) {
      const edge = (1000 * (1 - 0.3 ** 2 * sharedVariance)) / (1 + 0.7 ** 2);
      const stateAt = (variance: number) => {
        const one = { n: 1000, mean: 10, variance, sharedVariance };
        return guardrailState(between(one, one), { better: 'UP', margin: 0.3, critical: 3 });
      };
      expect(stateAt(edge * (1 - 1e-9))).toBe('SAFE');
      expect(stateAt(edge * (1 + 1e-9))).toBe('OPEN');
    }
  });

  test('safe exactly when the treatment is better than a control shifted by the margin', () => {
    fc.assert(
      fc.property(
        fc.tuple(levelWithShared(0), levelWithShared(0)),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        ([control, treatment], margin) => {
          fc.pre(control.mean !== 0);
          const effect = between(control, treatment);
          const state = guardrailState(effect, { better: 'UP', margin, critical: 2.5 });
          const kept = 1 - Math.sign(control.mean) * margin;
          const shifted = treatment.mean - kept * control.mean;
          const error = Math.sqrt(effect.treatmentVariance + kept * kept * effect.controlVariance);
          fc.pre(Math.abs(shifted / error - 2.5) > 1e-9);
          if (state !== 'HARMED') expect(state === 'SAFE').toBe(shifted > 2.5 * error);
        },
      ),
    );
  });
});

test('RES-52: of unequal arms the larger error counts, of equal ones both are the same', () => {
  const skewed = between(level(1, 1, 9000), level(1, 0.2, 1000));
  expect(skewed.inflation).toBeGreaterThan(2);
  const small = between(level(12, 39, 11), level(15, 87.5, 13));
  const pooled = ((10 * 39 + 12 * 87.5) / 22) * (1 / 11 + 1 / 13);
  expect(small.standardError).toBeCloseTo(Math.sqrt(pooled), 12);
  expect(small.inflation).toBeCloseTo(pooled / (39 / 11 + 87.5 / 13), 12);
  expect(small.controlVariance + small.treatmentVariance).toBeCloseTo(pooled, 12);
  const even = between(level(1, 1, 5000), level(1, 0.2, 5000));
  expect(even.inflation).toBeCloseTo(1, 12);
});

import { describe, expect, test } from 'vitest';
import { type Comparison, compare, levelIn, type Metric, varianceReduction } from './comparison.ts';
import {
  alwaysValidP,
  criticalValue,
  oneSidedCriticalValue,
  tuning,
} from './confidence-sequence.ts';
import type { Effect } from './effect.ts';
import { explore } from './family.ts';
import { fixedCriticalValue, fixedP, oneSidedFixedCriticalValue } from './fixed-look.ts';
import { daysLeft } from './forecast.ts';
import { type GuardrailFinding, guardrailFinding, withFinalLook } from './guardrail-finding.ts';
import { adjustmentOf, type Level } from './level.ts';
import {
  type AnalysisPlan,
  familyLimit,
  finalGuardrailLimit,
  finalLimit,
  goalLimit,
  guardrailLimit,
  isFinalLookDue,
} from './limits.ts';
import { type Moments, mergeAll, momentsOfUnit, NO_MOMENTS } from './moments.ts';
import { needsOf } from './power.ts';
import { seededRandom } from './testing/random.ts';

const ENDLESS: AnalysisPlan = {
  alpha: 0.05,
  power: 0.8,
  mde: 0.1,
  plannedUnits: undefined,
  treatments: 2,
  guardrails: 3,
  looksAtGuardrails: true,
};
const PLANNED: AnalysisPlan = { ...ENDLESS, plannedUnits: 60_000 };
const PURCHASE: Metric = { key: 'purchase', kind: 'CONVERSION', better: 'UP', cuped: false };

function share(n: number, converted: number): Moments {
  const mean = converted / n;
  return { n, positive: converted, mean, m2: n * mean * (1 - mean) };
}

function effectIn(comparisons: readonly Comparison[]): Effect {
  const effect = comparisons[0]?.effect;
  if (effect === undefined) throw new Error('There is no effect.');
  return effect;
}

const PAIR = { control: share(20_000, 1000), treatments: [share(20_000, 1100)] };
const EFFECT = effectIn(compare(PURCHASE, PAIR, goalLimit(ENDLESS)));

describe('RES-54', () => {
  test('without a plan the goal has its pair’s error rate, tuned for 10,000 units', () => {
    const { alpha, critical } = goalLimit(ENDLESS);
    expect(alpha).toBe(0.025);
    expect(critical(EFFECT)).toBe(criticalValue(40_000, tuning(10_000, 0.025), 0.025));
  });

  test('with a plan, a fifth of it at any time, tuned for half of the plan, and the rest at the end', () => {
    const { alpha, critical } = goalLimit(PLANNED);
    expect(alpha).toBeCloseTo(0.005, 15);
    expect(critical(EFFECT)).toBe(criticalValue(40_000, tuning(30_000, alpha), alpha));
    const end = finalLimit(PLANNED);
    expect(end.alpha).toBeCloseTo(0.02, 15);
    expect(end.critical(EFFECT)).toBe(fixedCriticalValue(EFFECT, end.alpha));
    expect(end.critical(EFFECT)).toBeLessThan(critical(EFFECT));
  });

  test('at the final look’s critical value, p is the error rate', () => {
    for (const alpha of [0.01, 0.02, 0.08]) {
      const critical = fixedCriticalValue(EFFECT, alpha);
      const edge = { ...EFFECT, difference: critical * EFFECT.standardError };
      expect(fixedP(edge)).toBeCloseTo(alpha, 12);
    }
  });

  test('RES-53: the error rate is shared by all guardrails and all treatments', () => {
    for (const [plan, units] of [
      [ENDLESS, 10_000],
      [{ ...PLANNED, looksAtGuardrails: false }, 60_000],
    ] as const) {
      const { alpha, critical } = guardrailLimit(plan);
      expect(alpha).toBeCloseTo(0.05 / 6, 15);
      expect(critical(EFFECT)).toBe(oneSidedCriticalValue(40_000, tuning(units, 2 * alpha), alpha));
    }
  });

  test('RES-105: with a plan, a fifth of it at any time, and the rest at one look of a guardrail', () => {
    const { alpha, critical } = guardrailLimit(PLANNED);
    expect(alpha).toBeCloseTo(0.01 / 6, 15);
    expect(critical(EFFECT)).toBe(oneSidedCriticalValue(40_000, tuning(30_000, 2 * alpha), alpha));
    const end = finalGuardrailLimit(PLANNED);
    expect(end.alpha).toBeCloseTo(0.04 / 6, 15);
    expect(end.critical(EFFECT)).toBe(oneSidedFixedCriticalValue(EFFECT, end.alpha));
    expect(end.critical(EFFECT)).toBeLessThan(critical(EFFECT));
  });

  test('RES-105: from its look on, a guardrail is what decides more of the look and of any time', () => {
    const metric = { ...PURCHASE, key: 'errors' };
    const comparisons = compare(metric, PAIR, guardrailLimit(PLANNED));
    const seen = compare(metric, PAIR, finalGuardrailLimit(PLANNED));
    const both = (anytime: GuardrailFinding['states'][number], look: typeof anytime) => {
      const found = withFinalLook(
        { metric, comparisons, states: [anytime] },
        { comparisons: seen, states: [look] },
      );
      return [found.states[0], found.comparisons[0] === seen[0] ? 'look' : 'any time'];
    };
    expect(both('OPEN', 'SAFE')).toEqual(['SAFE', 'look']);
    expect(both('OPEN', 'OPEN')).toEqual(['OPEN', 'look']);
    expect(both('HARMED', 'SAFE')).toEqual(['HARMED', 'any time']);
    expect(both('SAFE', 'HARMED')).toEqual(['HARMED', 'look']);
    expect(both('SAFE', 'OPEN')).toEqual(['SAFE', 'any time']);
  });

  test('a family is tuned for the plan’s error rate, whatever its own is', () => {
    const planned = familyLimit(PLANNED, 0.01);
    expect(planned.tuning).toBe(tuning(60_000, 0.05));
    expect(familyLimit(ENDLESS, 0.01).tuning).toBe(tuning(10_000, 0.05));
    expect(planned.critical(EFFECT)).toBe(criticalValue(40_000, tuning(60_000, 0.05), 0.01));
  });

  test('RES-53: evidence and p agree with the interval; the final look has none', () => {
    const limit = goalLimit(ENDLESS);
    for (let more = 0; more <= 400; more += 20) {
      const moments = { control: share(20_000, 1000), treatments: [share(20_000, 1000 + more)] };
      const [comparison] = compare(PURCHASE, moments, limit);
      const p = alwaysValidP(comparison?.logE ?? Number.NaN);
      expect(p < limit.alpha).toBe((comparison?.difference?.low ?? 0) > 0);
    }
    expect(compare(PURCHASE, PAIR, finalLimit(PLANNED))[0]?.logE).toBeUndefined();
  });

  test('the final look is due when every pair has its units', () => {
    const closed = (...treatments: readonly number[]) => ({
      control: share(30_000, 10),
      treatments: treatments.map((n) => share(n, 10)),
    });
    expect(isFinalLookDue(PLANNED, closed(30_000, 30_000))).toBe(true);
    expect(isFinalLookDue(PLANNED, closed(30_000, 29_999))).toBe(false);
    expect(isFinalLookDue(ENDLESS, closed(90_000, 90_000))).toBe(false);
  });
});

describe('RES-58, RES-53: figures that cannot be computed', () => {
  const reasonOf = (metric: Metric, control: Moments, treatment: Moments) =>
    compare(metric, { control, treatments: [treatment] }, goalLimit(ENDLESS))[0];

  test('GATE: fewer than 100 units, or fewer than 25 that are not 0, in one of the two', () => {
    const comparison = reasonOf(PURCHASE, share(200, 50), share(99, 50));
    expect(comparison).toMatchObject({ notComputable: 'GATE', difference: undefined });
    expect(reasonOf(PURCHASE, share(200, 24), share(200, 50))?.notComputable).toBe('GATE');
    expect(reasonOf(PURCHASE, share(100, 25), share(100, 25))?.notComputable).toBe(
      'UNBOUNDED_LIFT',
    );
  });

  test('ZERO_DENOMINATOR and NO_VARIANCE give no figures at all', () => {
    const ratio: Metric = { ...PURCHASE, kind: 'RATIO' };
    const empty: Moments = { ...share(200, 50), d: { mean: 0, m2: 0, c: 0 } };
    expect(reasonOf(ratio, empty, empty)?.notComputable).toBe('ZERO_DENOMINATOR');
    expect(reasonOf(PURCHASE, share(200, 50), share(200, 200))?.notComputable).toBe('NO_VARIANCE');
  });

  test('a guardrail whose gate is shut is SHUT, one that does not vary is OPEN', () => {
    const errors = { ...PURCHASE, better: 'DOWN', margin: 0.05 } as const;
    const state = (control: Moments, treatment: Moments) =>
      guardrailFinding(guardrailLimit(ENDLESS), errors, { control, treatments: [treatment] })
        .states[0];
    expect(state(share(200, 3), share(200, 4))).toBe('SHUT');
    expect(state(share(200, 200), share(200, 50))).toBe('OPEN');
  });

  test('a guardrail’s interval is beyond 0 in the bad direction exactly where it is harmed', () => {
    const errors = { ...PURCHASE, better: 'DOWN', margin: 0.05 } as const;
    for (let more = 0; more < 400; more += 10) {
      const moments = { control: share(20_000, 1000), treatments: [share(20_000, 1000 + more)] };
      const { comparisons, states } = guardrailFinding(guardrailLimit(ENDLESS), errors, moments);
      expect((comparisons[0]?.difference?.low ?? 0) > 0).toBe(states[0] === 'HARMED');
    }
  });
});

describe('RES-52', () => {
  /** A metric of which the figure before exposure explains 80 %. */
  function remembered(seed: number, lift: number): Moments {
    const random = seededRandom(seed);
    return mergeAll(
      Array.from({ length: 2000 }, () => {
        const x = random.normal();
        return momentsOfUnit({ y: 5 + lift + 2 * x + random.normal(), x });
      }),
    );
  }

  test('CUPED finds a difference that is hidden without it, and reports the variance reduction', () => {
    const metric: Metric = { ...PURCHASE, kind: 'MEAN', cuped: true };
    const moments = { control: remembered(1, 0), treatments: [remembered(2, 0.15)] };
    const limit = goalLimit({ ...ENDLESS, treatments: 1 });
    const adjusted = compare(metric, moments, limit);
    const plain = compare({ ...metric, cuped: false }, moments, limit);
    expect(adjusted[0]?.difference?.low).toBeGreaterThan(0);
    expect(plain[0]?.difference?.low).toBeLessThan(0);
    expect(varianceReduction(effectIn(adjusted), effectIn(plain))).toBeCloseTo(0.8, 1);
  });
});

test('RES-52: levels are adjusted by the units of all values', () => {
  const metric: Metric = { ...PURCHASE, kind: 'MEAN', cuped: true };
  const unit = (y: number, x: number) => momentsOfUnit({ y, x });
  const control = mergeAll([unit(1, 0), unit(3, 2), unit(4, 2)]);
  const treatments = [mergeAll([unit(9, 5), unit(2, 1)]), mergeAll([unit(7, 9), unit(8, 3)])];
  const { theta, mean } = adjustmentOf([control, ...treatments], 'MEAN');
  expect(mean).toBeCloseTo(22 / 7, 12);
  const level = levelIn(metric, { control, treatments }, control);
  expect(level?.mean).toBeCloseTo(8 / 3 - theta * (4 / 3 - 22 / 7), 12);
  const ratio = { ...metric, kind: 'RATIO' } as const;
  const orders = mergeAll([
    momentsOfUnit({ y: 1, d: 2, x: 5 }),
    momentsOfUnit({ y: 2, d: 1, x: 7 }),
  ]);
  expect(levelIn(ratio, { control: orders, treatments: [orders] }, orders)?.mean).toBe(1);
  expect(levelIn({ ...metric, cuped: false }, { control, treatments }, control)?.mean).toBeCloseTo(
    8 / 3,
    12,
  );
});

describe('RES-56: families', () => {
  const same = {
    control: share(20_000, 1000),
    treatments: [share(20_000, 1000), share(20_000, 1010)],
  };
  const strong = {
    control: share(20_000, 1000),
    treatments: [share(20_000, 1500), share(20_000, 1005)],
  };

  test('standing out is decided in the whole family; the interval then excludes 0', () => {
    const [first, second] = explore(ENDLESS, [
      { metric: PURCHASE, moments: same },
      { metric: PURCHASE, moments: strong },
    ]);
    expect(first?.standsOut).toEqual([false, false]);
    expect(second?.standsOut).toEqual([true, false]);
    expect(second?.comparisons[0]?.difference?.low).toBeGreaterThan(0);
    expect(second?.comparisons[0]?.alpha).toBeCloseTo(0.05 / 4, 15);
  });

  test('a second one that stands out narrows all intervals', () => {
    const both = explore(ENDLESS, [
      { metric: PURCHASE, moments: strong },
      { metric: PURCHASE, moments: strong },
    ]);
    expect(both.map(({ standsOut }) => standsOut)).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(both[0]?.comparisons[0]?.alpha).toBeCloseTo((0.05 * 2) / 4, 15);
  });

  test('a comparison that cannot be computed counts in the family and never stands out', () => {
    const empty = { control: NO_MOMENTS, treatments: [NO_MOMENTS, NO_MOMENTS] };
    const [first] = explore(ENDLESS, [{ metric: PURCHASE, moments: empty }]);
    expect(first?.standsOut).toEqual([false, false]);
    expect(first?.comparisons[0]?.logE).toBeUndefined();
    expect(explore(ENDLESS, [])).toEqual([]);
  });
});

describe('RES-59: days left', () => {
  const level = (n: number): Level => ({ n, mean: 0.05, variance: 0.0475, sharedVariance: 0 });
  const pair = {
    control: level(5000),
    treatment: level(5000),
    unitsPerDay: 2000,
    treatmentShare: 0.5,
  };

  test('with a plan: those of the slowest pair, including the time window, in whole days', () => {
    expect(daysLeft(PLANNED, [pair], 168)).toBe(25 + 7);
    expect(daysLeft(PLANNED, [pair, { ...pair, unitsPerDay: 1500 }], 168)).toBe(34 + 7);
    expect(daysLeft(PLANNED, [{ ...pair, control: level(60_000) }], 168)).toBe(7);
  });

  test('without a plan: those of an unplanned reading at the current level', () => {
    const one = { ...ENDLESS, treatments: 1 };
    const needed = needsOf(
      {
        ...one,
        kind: 'MEAN',
        better: 'UP',
        baseline: 0.05,
        variance: 0.0475,
        controlShare: 1,
        treatmentShares: [1],
      },
      'ANYTIME',
    ).pairUnits;
    expect(daysLeft(one, [pair], 24)).toBe(Math.ceil((needed - 10_000) / 2000 + 1));
  });

  test('undefined without traffic, or when enough units showed no difference', () => {
    expect(daysLeft(PLANNED, [{ ...pair, unitsPerDay: 0 }], 168)).toBeUndefined();
    expect(daysLeft(ENDLESS, [{ ...pair, control: level(5_000_000) }], 168)).toBeUndefined();
    expect(daysLeft(ENDLESS, [], 168)).toBeUndefined();
  });
});

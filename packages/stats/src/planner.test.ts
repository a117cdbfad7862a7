import { describe, expect, test } from 'vitest';
import { estimate, type Proposal } from './planner.ts';

/** The example of RES-74. */
const DRAWN: Proposal = {
  plan: {
    kind: 'CONVERSION',
    better: 'UP',
    baseline: 0.041,
    variance: 0.041 * 0.959,
    mde: 0.1,
    alpha: 0.05,
    power: 0.8,
    controlShare: 50,
    treatmentShares: [50],
  },
  unitsPerDay: 5300,
  windowHours: 168,
  guardrails: 1,
};

describe('RES-74', () => {
  test('the example: 82,200 users and 23 days with a plan, 169,700 and 40 without', () => {
    const { planned, unplanned, price, warnings } = estimate(DRAWN);
    expect(Math.round(planned.totalUnits / 100)).toBe(822);
    expect(planned.days).toBe(23);
    expect(Math.round(unplanned.totalUnits / 100)).toBe(1697);
    expect(unplanned.days).toBe(40);
    expect(price).toBeCloseTo(2.06, 2);
    expect(warnings).toEqual([]);
  });

  test('it warns of more than 56 days and of fewer than 7', () => {
    const warnings = (unitsPerDay: number, windowHours: number) =>
      estimate({ ...DRAWN, unitsPerDay, windowHours }).warnings;
    expect(warnings(82_200 / 48.5, 168)).toEqual([]);
    expect(warnings(82_200 / 49.5, 168)).toEqual([{ code: 'LONG', days: 57 }]);
    expect(warnings(100_000, 24)).toEqual([{ code: 'SHORT' }]);
    expect(warnings(100_000, 24 * 7)).toEqual([]);
  });

  test('it names the cost of an unequal split, of many values and of no guardrail', () => {
    const plan = { ...DRAWN.plan, controlShare: 90, treatmentShares: [10] };
    const [unequal] = estimate({ ...DRAWN, plan, unitsPerDay: 50_000 }).warnings;
    expect(unequal).toEqual({ code: 'UNEQUAL', factor: expect.closeTo(2.88, 1) });
    const three = { ...DRAWN.plan, controlShare: 1, treatmentShares: [1, 1] };
    expect(estimate({ ...DRAWN, plan: three, guardrails: 0 }).warnings).toEqual([
      { code: 'MANY_VALUES', count: 2 },
      { code: 'NO_GUARDRAIL' },
    ]);
  });

  test('without traffic there are units and no days', () => {
    const { planned, warnings } = estimate({ ...DRAWN, unitsPerDay: 0 });
    expect(planned.days).toBeUndefined();
    expect(planned.totalUnits).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
  });
});

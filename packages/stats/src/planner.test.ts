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
  guardrails: [],
  candidates: [],
  sizesForGuardrails: false,
};

/** One user in 20 meets an error. */
const ERRORS = {
  id: 'errors',
  expected: { better: 'DOWN', margin: 0.05, level: 0.05, variance: 0.0475 },
} as const;
const UNKNOWN = { id: 'speed', expected: undefined };

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
    const { warnings } = estimate({ ...DRAWN, plan: three, candidates: [UNKNOWN, ERRORS] });
    expect(warnings).toEqual([
      { code: 'MANY_VALUES', count: 2 },
      { code: 'NO_GUARDRAIL', cheapest: expect.objectContaining({ id: 'errors' }) },
    ]);
    const chosen = { ...DRAWN, plan: three, guardrails: [ERRORS], candidates: [ERRORS] };
    expect(estimate(chosen).warnings).toEqual([{ code: 'MANY_VALUES', count: 2 }]);
  });

  test('RES-107, RSL-04: it says what the planned users tell of each guardrail, and what a proof takes', () => {
    const answer = estimate({ ...DRAWN, guardrails: [ERRORS, UNKNOWN] });
    const [errors] = answer.guardrails;
    expect(errors).toMatchObject({ id: 'errors', margin: 0.05 });
    expect(errors?.chance).toBeGreaterThan(0.2);
    expect(errors?.chance).toBeLessThan(0.8);
    expect(errors?.totalUnits).toBeGreaterThan(answer.planned.totalUnits);
    expect(answer.unknown).toEqual(['speed']);
  });

  test('RES-107: a plan that is sized for the guardrails, too, proves each with the power of the plan', () => {
    for (const treatmentShares of [[50], [10, 40]]) {
      const plan = { ...DRAWN.plan, treatmentShares };
      const proposal = { ...DRAWN, plan, guardrails: [ERRORS] };
      const sized = estimate({ ...proposal, sizesForGuardrails: true });
      const [errors] = sized.guardrails;
      expect(errors?.chance).toBeCloseTo(0.8, 4);
      expect(sized.planned.totalUnits).toBe(errors?.totalUnits);
      expect(sized.planned.pairUnits).toBeGreaterThan(estimate(proposal).planned.pairUnits);
      expect(sized.price).toBe(estimate(proposal).price);
    }
    const small = { ...ERRORS, expected: { ...ERRORS.expected, margin: 0.5 } };
    const none = estimate({ ...DRAWN, guardrails: [small], sizesForGuardrails: true });
    expect(none.planned).toEqual(estimate(DRAWN).planned);
    expect(none.guardrails[0]?.chance).toBeGreaterThan(0.99);
  });

  test('without traffic there are units and no days', () => {
    const { planned, warnings } = estimate({ ...DRAWN, unitsPerDay: 0 });
    expect(planned.days).toBeUndefined();
    expect(planned.totalUnits).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
  });
});

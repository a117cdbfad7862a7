import { expect, it } from 'vitest';
import { plannerAnswer, plannerForm, wasSizedForGuardrails } from './planner-form.ts';
import { proposedGuardrails } from './proposed-guardrails.ts';

const METRICS = [
  { id: 'purchase', better: 'UP', margin: 0.05 },
  { id: 'errors', better: 'DOWN', margin: 0.05 },
  { id: 'speed', better: 'DOWN', margin: 0.1 },
  { id: 'visits', better: 'UP', margin: 0.1 },
] as const;
const PLANNING = {
  metrics: [
    {
      metricId: 'purchase',
      users: 500,
      level: 0.05,
      deviation: 0.218,
      onlyPages: false,
      cuped: false,
    },
    {
      metricId: 'errors',
      users: 500,
      level: 0.05,
      deviation: 0.218,
      onlyPages: false,
      cuped: false,
    },
    { metricId: 'speed', users: 500, level: 3, onlyPages: false, cuped: false },
    { metricId: 'visits', users: 500, level: 4, deviation: 2, onlyPages: false, cuped: false },
  ],
};
const FORM = {
  ...plannerForm(),
  goal: 'purchase',
  guardrails: ['errors', 'speed'],
  baseline: '5',
  mde: '10',
};
const GOAL = { kind: 'CONVERSION', better: 'UP', windowHours: 168 } as const;
const HALF = { control: 50, treatments: [50] };

it('RES-107: takes what was measured; of a metric without a spread nothing can be said', () => {
  const { guardrails, candidates } = proposedGuardrails(FORM, METRICS, PLANNING);
  expect(guardrails).toEqual([
    { id: 'errors', expected: expect.objectContaining({ level: 0.05, margin: 0.05 }) },
    { id: 'speed', expected: undefined },
  ]);
  expect(candidates.map(({ id }) => id)).toEqual(['visits']);
  const unmeasured = proposedGuardrails(FORM, METRICS, undefined).guardrails;
  expect(unmeasured.map(({ expected }) => expected)).toEqual([undefined, undefined]);
});

it('RES-107: the form sizes the plan for the guardrails, too, where that is ticked', () => {
  const others = proposedGuardrails(FORM, METRICS, PLANNING);
  const plain = plannerAnswer(FORM, GOAL, { ...HALF, ...others });
  const sized = plannerAnswer({ ...FORM, sizesForGuardrails: true }, GOAL, { ...HALF, ...others });
  expect(plain?.planned.pairUnits).toBe(66_714);
  expect(plain?.guardrails[0]?.chance).toBeLessThan(0.5);
  expect(sized?.guardrails[0]?.chance).toBeCloseTo(0.8, 4);
  expect(sized?.planned.pairUnits).toBe(plain?.guardrails[0]?.totalUnits);
  expect(sized?.unknown).toEqual(['speed']);
});

it('RES-107: a saved plan that was sized for the guardrails is opened so, with the figures of another day, too', () => {
  const planned = (more: { readonly sizesForGuardrails: boolean }, scale = 1) => {
    const metrics = PLANNING.metrics.map((one) => ({ ...one, level: one.level * scale }));
    const form = { ...FORM, ...more };
    const others = proposedGuardrails(form, METRICS, { metrics });
    return plannerAnswer(form, GOAL, { ...HALF, ...others });
  };
  const later = (sizesForGuardrails: boolean) => planned({ sizesForGuardrails }, 1.2);
  for (const sizesForGuardrails of [true, false]) {
    const plannedUnits = planned({ sizesForGuardrails })?.planned.pairUnits;
    expect(wasSizedForGuardrails(plannedUnits, later)).toBe(sizesForGuardrails);
  }
  expect(wasSizedForGuardrails(null, later)).toBe(false);
  expect(wasSizedForGuardrails(1_000_000, () => undefined)).toBe(false);
  expect(wasSizedForGuardrails(1_000_000, () => later(false))).toBe(false);
});

it('RES-107: without a guardrail, it says what one costs', () => {
  const form = { ...FORM, guardrails: [] };
  const others = proposedGuardrails(form, METRICS, PLANNING);
  expect(plannerAnswer(form, GOAL, { ...HALF, ...others })?.warnings).toContainEqual({
    code: 'NO_GUARDRAIL',
    cheapest: expect.objectContaining({ id: 'visits', margin: 0.1 }),
  });
  expect(plannerAnswer(form, GOAL, HALF)?.warnings.map(({ code }) => code)).not.toContain(
    'NO_GUARDRAIL',
  );
});

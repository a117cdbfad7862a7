import { expect, it } from 'vitest';
import { falseAlarms, guardOf, NEW_GUARD } from './guard-form.ts';

const stepsTo = (...percents: readonly string[]) => ({
  rule: 'a',
  value: 'on',
  from: 'off',
  shares: percents.map((percent) => ({ percent, wait: 86_400 })),
});

it('SAF-56: a ramp has as many false alarms as steps that can be compared, at 1 % each', () => {
  expect(falseAlarms(stepsTo('5', '25', '50', '100'))).toBe(3);
  expect(falseAlarms(stepsTo('5', '25', '50'))).toBe(3);
});

it('SAF-52: a guard is sent whole or not at all, and at 100 % it has no watch', () => {
  const steps = stepsTo('5', '100');
  expect(guardOf(NEW_GUARD, steps)).toBeNull();
  const chosen = { ...NEW_GUARD, isOn: true, goal: 'g', guardrails: ['e'] };
  expect(guardOf(chosen, steps)).toMatchObject({
    analysis: { goal: { metricId: 'g' }, guardrails: [{ metricId: 'e' }], alpha: 0.01 },
    watch: 0,
  });
  expect(guardOf(chosen, stepsTo('5', '50'))?.watch).toBeGreaterThan(0);
  for (const missing of [{ goal: '' }, { guardrails: [] }, { units: '99' }, { units: 'x' }]) {
    expect(guardOf({ ...chosen, ...missing }, steps)).toBeUndefined();
  }
});

import { expect, it } from 'vitest';
import { madeMetricIn, metricForPlanPath, planIn, planPath } from './metric-for-plan.ts';

const PLAN = { appId: 'a', envId: 'e', id: 'x', rule: 'r1' };

function paramsOf(path: string): URLSearchParams {
  return new URL(path, 'http://localhost').searchParams;
}

it('RES-118 RSL-11: a metric made for a plan leads back to the plan, in the role it was made for', () => {
  const path = metricForPlanPath({ ...PLAN, role: 'guardrails' });
  expect(path).toMatch(/^\/applications\/a\/metrics\/new\?/);
  const plan = planIn(paramsOf(path), 'a');
  expect(plan).toEqual({ ...PLAN, role: 'guardrails' });
  const back = plan && planPath(plan, 'm1');
  expect(back).toMatch(/^\/applications\/a\/environments\/e\/experiments\/x\/results\/plan\?/);
  expect(paramsOf(back ?? '').get('rule')).toBe('r1');
  expect(madeMetricIn(paramsOf(back ?? ''))).toEqual({ metricId: 'm1', role: 'guardrails' });
});

it('RES-118: a metric that is made elsewhere has no plan, nor has one for an unknown role', () => {
  expect(planIn(new URLSearchParams('eventKey=purchase'), 'a')).toBeUndefined();
  expect(planIn(new URLSearchParams('env=e&experiment=x&as=other'), 'a')).toBeUndefined();
  expect(madeMetricIn(new URLSearchParams('rule=r1'))).toBeUndefined();
});

it('RES-118: names in an address cannot lead out of the application', () => {
  const plan = planIn(new URLSearchParams('env=../..&experiment=//b.example&as=goal'), 'a');
  expect(plan && planPath(plan, 'm1')).toMatch(/^\/applications\/a\/environments\/\.\.%2F/);
});

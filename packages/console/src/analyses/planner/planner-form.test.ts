import { NEW_ANALYSIS } from '@comporta/contract/analyses/plan';
import { describe, expect, it } from 'vitest';
import {
  checkPlannerForm,
  countsPages,
  plannerAnswer,
  plannerForm,
  withMadeMetric,
} from './planner-form.ts';

const HALF = { control: 50, treatments: [50] };
const GOAL = { kind: 'CONVERSION', better: 'UP', windowHours: 168 } as const;
const FORM = { ...plannerForm(), goal: 'm1', baseline: '5', mde: '10', usersPerDay: '5300' };
const REFERENCES = {
  rules: [
    {
      id: 'r1',
      order: 1,
      type: 'ALL_USERS',
      valueSpec: { type: 'SPLIT', split: { on: 50, off: 50 } },
    },
  ],
  toggle: { values: ['on', 'off'], defaultValue: 'off' },
  metrics: [{ id: 'm1' }, { id: 'm2' }],
  properties: [],
} as const;

describe('the planner', () => {
  it('RES-74, RES-57: returns the users and days for a planned end, and for none', () => {
    const answer = plannerAnswer(FORM, GOAL, HALF);
    expect(answer?.planned).toMatchObject({ pairUnits: 66_714, totalUnits: 66_714, days: 20 });
    expect(answer?.unplanned.totalUnits).toBeGreaterThanOrEqual(135_704);
    expect(answer?.unplanned.totalUnits).toBeLessThanOrEqual(135_706);
  });

  it('RES-74: a figure may be typed with the comma of the Portuguese', () => {
    const typed = { ...FORM, baseline: '5,0', mde: '10,0', usersPerDay: '5300,0' };
    expect(plannerAnswer(typed, GOAL, HALF)).toEqual(plannerAnswer(FORM, GOAL, HALF));
  });

  it('RES-118: a metric that was made for the plan is chosen in its role, once', () => {
    expect(withMadeMetric(FORM, { metricId: 'm9', role: 'goal' }).goal).toBe('m9');
    const made = { metricId: 'm9', role: 'guardrails' } as const;
    const form = withMadeMetric({ ...FORM, guardrails: ['m2'] }, made);
    expect(form.guardrails).toEqual(['m2', 'm9']);
    expect(withMadeMetric(form, made)).toBe(form);
    expect(form.goal).toBe('m1');
  });

  it('RES-74: returns no days without traffic', () => {
    expect(plannerAnswer({ ...FORM, usersPerDay: '' }, GOAL, HALF)?.planned.days).toBeUndefined();
  });

  it('RES-74: warns of long durations and of unequal splits', () => {
    const slow = plannerAnswer({ ...FORM, usersPerDay: '100' }, GOAL, HALF);
    expect(slow?.warnings).toContainEqual({ code: 'LONG', days: 675 });
    const unequal = plannerAnswer(FORM, GOAL, { control: 90, treatments: [10] });
    expect(unequal?.warnings.map(({ code }) => code)).toContain('UNEQUAL');
    const quick = plannerAnswer({ ...FORM, mde: '200' }, { ...GOAL, windowHours: 24 }, HALF);
    expect(quick?.warnings.map(({ code }) => code)).toContain('SHORT');
  });

  it.each([
    ['no level', { baseline: '' }],
    ['a level that is not a share', { baseline: '140' }],
    ['no difference', { mde: '' }],
    ['text', { baseline: 'four' }],
  ])('RES-74: computes nothing from %s', (_, typed) => {
    expect(plannerAnswer({ ...FORM, ...typed }, GOAL, HALF)).toBeUndefined();
  });

  it('RES-74: a mean needs its standard deviation', () => {
    const mean = { ...GOAL, kind: 'MEAN' } as const;
    const revenue = { ...FORM, baseline: '3.2' };
    expect(plannerAnswer(revenue, mean, HALF)).toBeUndefined();
    const known = plannerAnswer({ ...revenue, deviation: '12' }, mean, HALF);
    expect(known?.planned.totalUnits).toBeGreaterThan(1_000);
  });

  it('RES-13: the plan that is sent has the computed number of users, or none', () => {
    const form = { ...FORM, ruleId: 'r1', guardrails: ['m2'] };
    const answer = plannerAnswer(form, GOAL, HALF);
    expect(checkPlannerForm(form, REFERENCES, answer)).toMatchObject({
      ok: true,
      value: { control: 'off', plannedUnits: 66_714, mde: 0.1, alpha: 0.05, power: 0.8 },
    });
    const open = checkPlannerForm({ ...form, isPlanned: false }, REFERENCES, answer);
    expect(open).toMatchObject({ ok: true, value: { plannedUnits: null } });
    expect(checkPlannerForm(form, REFERENCES, undefined)).toMatchObject({
      ok: false,
      problems: [{ code: 'INVALID_PLANNED_UNITS', at: ['isPlanned'] }],
    });
  });

  it('RES-110, RES-111: events from pages count where the last days had no others, and where one says so', () => {
    const form = { ...FORM, ruleId: 'r1', guardrails: ['m2'], trustedExposures: true };
    const measured = {
      metrics: [{ metricId: 'm2', users: 9, onlyPages: true, cuped: false }],
    };
    const sent = (typed: object, more: object = {}) => {
      const checked = checkPlannerForm(
        { ...form, ...typed },
        { ...REFERENCES, ...more },
        plannerAnswer(FORM, GOAL, HALF),
      );
      return checked.ok ? checked.value : undefined;
    };
    expect(sent({})?.guardrails[0]?.trusted).toBeNull();
    expect(sent({}, { measured })).toMatchObject({
      goal: { trusted: null },
      guardrails: [{ trusted: false }],
      trustedExposures: true,
    });
    expect(sent({ fromPages: { m2: false } }, { measured })?.guardrails[0]?.trusted).toBe(true);
    const guardrail = { id: 'm2', trusted: false };
    expect(countsPages(form, guardrail, {})).toBe(false);
    expect(countsPages(form, guardrail, { measured })).toBe(true);
    expect(countsPages(form, { id: 'm1', trusted: false }, {})).toBe(true);
  });

  it('RES-13: a saved plan is opened and sent unchanged', () => {
    const goal = { metricId: 'm1', cuped: false, trusted: true };
    const plan = { ...NEW_ANALYSIS, ruleId: 'r1', control: 'on', goal, alpha: 0.1 };
    expect(plannerForm({ ...plan, plannedUnits: 2_000 }).isPlanned).toBe(true);
    const form = plannerForm(plan);
    expect(checkPlannerForm(form, { ...REFERENCES, plan }, undefined)).toMatchObject({
      ok: true,
      value: plan,
    });
  });
});

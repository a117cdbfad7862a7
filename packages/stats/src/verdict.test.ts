import { describe, expect, test } from 'vitest';
import { compare, type Metric, type MetricMoments } from './comparison.ts';
import { guardrailFinding, openLoss } from './guardrail-finding.ts';
import { type AnalysisPlan, finalLimit, goalLimit, guardrailLimit } from './limits.ts';
import { type Moments, NO_MOMENTS } from './moments.ts';
import { remarksOn } from './remarks.ts';
import { type Findings, verdictOf } from './verdict.ts';

const PURCHASE: Metric = { key: 'purchase', kind: 'CONVERSION', better: 'UP', cuped: false };
const ERRORS = {
  key: 'errors',
  kind: 'CONVERSION',
  better: 'DOWN',
  cuped: false,
  margin: 0.2,
} as const;

/** Moments of `n` units of which `converted` did. */
function share(n: number, converted: number): Moments {
  const mean = converted / n;
  return { n, positive: converted, mean, m2: n * mean * (1 - mean) };
}

interface Sample {
  readonly goal: readonly [Moments, ...Moments[]];
  readonly better?: 'UP' | 'DOWN';
  readonly errors?: readonly [Moments, ...Moments[]];
  readonly isFinal?: boolean;
}

const NAMES = ['on', 'blue', 'red'];

function plan(treatments: number, guardrails: number): AnalysisPlan {
  return {
    alpha: 0.05,
    power: 0.8,
    mde: 0.1,
    plannedUnits: 40_000,
    treatments,
    guardrails,
    looksAtGuardrails: true,
  };
}

function momentsOf([control, ...treatments]: readonly [Moments, ...Moments[]]): MetricMoments {
  return { control, treatments };
}

function findings(sample: Sample, other: Partial<Findings> = {}): Findings {
  const moments = momentsOf(sample.goal);
  const treatments = moments.treatments.length;
  const goal = { ...PURCHASE, better: sample.better ?? 'UP' };
  const ours = plan(treatments, sample.errors ? 1 : 0);
  const limit = sample.isFinal ? finalLimit(ours) : goalLimit(ours);
  return {
    values: ['off', ...NAMES.slice(0, treatments)],
    arms: sample.goal.map(({ n }) => ({ units: n, share: n })),
    assignment: { exposures: 5000, wrong: 0 },
    goal,
    goalMoments: moments,
    goalEvents: 1000,
    nothingCounts: false,
    diagnosis: 'TOO_FEW',
    goalComparisons: compare(goal, moments, limit),
    guardrails: sample.errors
      ? [guardrailFinding(guardrailLimit(ours), ERRORS, momentsOf(sample.errors))]
      : [],
    finalLookMade: sample.isFinal ?? false,
    mde: ours.mde,
    phaseHours: 9 * 24,
    daysLeft: 12,
    ...other,
  };
}

const BETTER: Sample = { goal: [share(20_000, 1000), share(20_000, 1300)] };
const WORSE: Sample = { goal: [share(20_000, 1300), share(20_000, 1000)] };
const SAME: Sample = { goal: [share(20_000, 1000), share(20_000, 1005)] };
const SAFE = [share(20_000, 4000), share(20_000, 3990)] as const;
const HARMED = [share(20_000, 4000), share(20_000, 4800)] as const;
const OPEN = [share(20_000, 400), share(20_000, 405)] as const;
const SHUT = [share(20_000, 20), share(20_000, 21)] as const;

describe('RES-59', () => {
  test('INVALID_SRM: comes first, and names the value with the largest deviation', () => {
    const arms = [
      { units: 500, share: 50 },
      { units: 760, share: 50 },
    ];
    const verdict = verdictOf(findings({ ...BETTER, errors: HARMED }, { arms }));
    expect(verdict).toEqual({
      code: 'INVALID_SRM',
      params: { value: 'off', users: 500, expected: 630 },
    });
  });

  test('INVALID_ASSIGNMENT: more than a tenth of at least 100 exposures', () => {
    const verdict = (exposures: number, wrong: number) =>
      verdictOf(findings(BETTER, { assignment: { exposures, wrong } }));
    expect(verdict(100, 11)).toEqual({ code: 'INVALID_ASSIGNMENT', params: { share: 0.11 } });
    expect(verdict(100, 10).code).toBe('WINNER');
    expect(verdict(99, 99).code).toBe('WINNER');
  });

  test('NO_DATA: without exposures or without events, with the reason', () => {
    const nobody = findings({ goal: [NO_MOMENTS, NO_MOMENTS] }, { diagnosis: 'NO_TRAFFIC' });
    expect(verdictOf(nobody)).toEqual({ code: 'NO_DATA', params: { reason: 'NO_TRAFFIC' } });
    const silent = findings(BETTER, { goalEvents: 0, diagnosis: 'NO_EVENTS' });
    expect(verdictOf(silent)).toEqual({ code: 'NO_DATA', params: { reason: 'NO_EVENTS' } });
  });

  test('TOO_EARLY: RES-58: every value needs 100 units, and 25 that are not 0', () => {
    const verdict = (treatment: Moments) =>
      verdictOf(findings({ goal: [share(200, 100), treatment] }));
    expect(verdict(share(99, 50))).toEqual({
      code: 'TOO_EARLY',
      params: { reason: 'UNITS', value: 'on', count: 99, needed: 100 },
    });
    expect(verdict(share(100, 24))).toEqual({
      code: 'TOO_EARLY',
      params: { reason: 'POSITIVE', value: 'on', count: 24, needed: 25 },
    });
    expect(verdict(share(100, 25)).code).not.toBe('TOO_EARLY');
  });

  test('TOO_EARLY: a difference that cannot be computed, with the reason', () => {
    expect(verdictOf(findings({ goal: [share(200, 100), share(200, 200)] }))).toEqual({
      code: 'TOO_EARLY',
      params: { reason: 'NO_VARIANCE', value: 'on', count: 400 },
    });
  });

  test('ZERO_BASELINE still gives a difference, so the verdict is not TOO_EARLY', () => {
    const zero: Moments = { n: 1000, positive: 500, mean: 0, m2: 1000 };
    const goal: Metric = { ...PURCHASE, kind: 'MEAN' };
    const moments = { control: zero, treatments: [{ ...zero, mean: 1 }] };
    const comparisons = compare(goal, moments, goalLimit(plan(1, 0)));
    expect(comparisons[0]?.notComputable).toBe('ZERO_BASELINE');
    const verdict = verdictOf(
      findings(SAME, { goal, goalMoments: moments, goalComparisons: comparisons }),
    );
    expect(verdict).toMatchObject({ code: 'WINNER', params: { scale: 'DIFFERENCE', point: 1 } });
    expect(remarksOn(verdict, 1)).toEqual([]);
  });

  test('GUARDRAIL_HARM comes before any winner', () => {
    const verdict = verdictOf(findings({ ...BETTER, errors: HARMED }));
    expect(verdict).toMatchObject({
      code: 'GUARDRAIL_HARM',
      params: { value: 'on', metric: 'errors', scale: 'LIFT', point: expect.closeTo(0.2, 12) },
    });
    if (verdict.code === 'GUARDRAIL_HARM') expect(verdict.params.low).toBeGreaterThan(0);
  });

  test('WINNER, and before a full week WINNER_SIGNAL', () => {
    const params = {
      value: 'on',
      metric: 'purchase',
      scale: 'LIFT',
      point: expect.closeTo(0.3, 12),
    };
    const winner = verdictOf(findings({ ...BETTER, errors: SAFE }));
    expect(winner).toMatchObject({ code: 'WINNER', params });
    if (winner.code === 'WINNER') expect(winner.params.low).toBeGreaterThan(0);
    const young = verdictOf(findings({ ...BETTER, errors: SAFE }, { phaseHours: 167.9 }));
    expect(young).toMatchObject({ code: 'WINNER_SIGNAL', params });
    expect(verdictOf(findings(BETTER, { phaseHours: 168 })).code).toBe('WINNER');
  });

  test('RES-106: WINNER_GUARDRAILS_OPEN: the gate of a guardrail is shut, or it cannot be computed', () => {
    const same = [share(20_000, 20_000), share(20_000, 20_000)] as const;
    for (const errors of [SHUT, same]) {
      expect(verdictOf(findings({ ...BETTER, errors }))).toMatchObject({
        code: 'WINNER_GUARDRAILS_OPEN',
        params: { value: 'on', metric: 'purchase', guardrail: 'errors' },
      });
    }
  });

  test('RES-106, RSL-04: WINNER_NOT_HARMED: gates are open, nothing is harmed; names what is not excluded', () => {
    const sample = findings({ ...BETTER, errors: OPEN });
    const { lift } = sample.guardrails[0]?.comparisons[0] ?? {};
    expect(lift?.high).toBeGreaterThan(ERRORS.margin);
    expect(verdictOf(sample)).toMatchObject({
      code: 'WINNER_NOT_HARMED',
      params: {
        value: 'on',
        metric: 'purchase',
        notHarmed: [{ metric: 'errors', scale: 'LIFT', worst: lift?.high }],
      },
    });
    expect(remarksOn(verdictOf(sample), 2)).toEqual(['BEST_OF']);
  });

  test('RES-106: the bound of a metric that is better UP is its lower end; without a lift it is a difference', () => {
    const { guardrails } = findings({ ...BETTER, errors: OPEN });
    const [errors] = guardrails;
    const [comparison] = errors?.comparisons ?? [];
    if (errors === undefined || comparison === undefined) throw new Error('no guardrail');
    const visits = { ...errors, metric: { ...errors.metric, better: 'UP' } } as const;
    expect(openLoss(visits, 0)?.worst).toBe(-(comparison.lift?.low ?? 0));
    const zero = { ...errors, comparisons: [{ ...comparison, lift: undefined }] };
    expect(openLoss(zero, 0)).toEqual({
      metric: 'errors',
      scale: 'DIFFERENCE',
      worst: comparison.difference?.high,
    });
    expect(openLoss(errors, 1)).toBeUndefined();
  });

  test('RES-106, RSL-10: before a full week it is a signal, whatever the guardrails; harm stands above', () => {
    const young = { phaseHours: 24 };
    for (const errors of [SAFE, OPEN, SHUT]) {
      expect(verdictOf(findings({ ...BETTER, errors }, young)).code).toBe('WINNER_SIGNAL');
    }
    expect(verdictOf(findings({ ...BETTER, errors: HARMED }, young)).code).toBe('GUARDRAIL_HARM');
  });

  test('RES-108, RSL-10: harm of one value names another that is ahead without harm', () => {
    const goal = [share(20_000, 1000), share(20_000, 1400), share(20_000, 1300)] as const;
    const errors = (last: number) =>
      findings({
        goal,
        errors: [share(20_000, 4000), share(20_000, 4800), share(20_000, last)],
      });
    expect(verdictOf(errors(4000))).toMatchObject({
      code: 'GUARDRAIL_HARM',
      params: { value: 'on', metric: 'errors', ahead: 'blue' },
    });
    expect(verdictOf(errors(4800)).params).not.toHaveProperty('ahead');
    expect(verdictOf(findings({ ...BETTER, errors: HARMED })).params).not.toHaveProperty('ahead');
    const shut = errors(4000);
    const [first] = shut.guardrails;
    const unknown = first ? [first, { ...first, states: ['OPEN', 'SHUT'] as const }] : [];
    expect(verdictOf({ ...shut, guardrails: unknown }).params).not.toHaveProperty('ahead');
  });

  test('a metric that is better DOWN wins by falling', () => {
    expect(verdictOf(findings({ ...WORSE, better: 'DOWN' })).code).toBe('WINNER');
    expect(verdictOf(findings({ ...BETTER, better: 'DOWN' })).code).toBe('LOSER');
  });

  test('of several the one with the best point is named; a safe one comes before a better one that is not safe', () => {
    const goal = [share(20_000, 1000), share(20_000, 1400), share(20_000, 1500)] as const;
    expect(verdictOf(findings({ goal }))).toMatchObject({
      code: 'WINNER',
      params: { value: 'blue' },
    });
    const errors = [share(20_000, 4000), share(20_000, 3950), share(20_000, 4600)] as const;
    const harmed = findings({ goal, errors });
    expect(harmed.guardrails[0]?.states).toEqual(['SAFE', 'HARMED']);
    expect(verdictOf(harmed)).toMatchObject({ code: 'GUARDRAIL_HARM', params: { value: 'blue' } });
    const [first] = harmed.guardrails;
    const open = first ? [{ ...first, states: ['SAFE', 'OPEN'] as const }] : [];
    expect(verdictOf({ ...harmed, guardrails: open })).toMatchObject({
      code: 'WINNER',
      params: { value: 'on' },
    });
  });

  test('LOSER: every treatment is worse; the least bad is named', () => {
    expect(verdictOf(findings(WORSE))).toMatchObject({ code: 'LOSER', params: { value: 'on' } });
    const all = [share(20_000, 1500), share(20_000, 1000), share(20_000, 1100)] as const;
    expect(verdictOf(findings({ goal: all }))).toMatchObject({
      code: 'LOSER',
      params: { value: 'blue' },
    });
    const some = [share(20_000, 1500), share(20_000, 1000), share(20_000, 1490)] as const;
    expect(verdictOf(findings({ goal: some })).code).toBe('RUNNING');
  });

  test('EQUIVALENT: the treatments that are not worse lie within the smallest difference that matters', () => {
    const precise = [share(400_000, 80_000), share(400_000, 80_100)] as const;
    const verdict = verdictOf(findings({ goal: precise }));
    expect(verdict).toMatchObject({ code: 'EQUIVALENT', params: { scale: 'LIFT' } });
    if (verdict.code === 'EQUIVALENT') {
      expect(verdict.params.low).toBeGreaterThan(-0.1);
      expect(verdict.params.high).toBeLessThan(0.1);
    }
    const lower = findings({ goal: [share(40_000, 8000), share(40_000, 7700)] });
    expect(lower.goalComparisons[0]?.lift?.low).toBeLessThan(-0.05);
    expect(lower.goalComparisons[0]?.lift?.high).toBeLessThan(0.05);
    expect(verdictOf({ ...lower, mde: 0.05 }).code).toBe('RUNNING');
    const lost = [...precise, share(400_000, 60_000)] as const;
    expect(verdictOf(findings({ goal: lost }))).toEqual(
      expect.objectContaining({ code: 'EQUIVALENT' }),
    );
  });

  test('NO_DIFFERENCE after the final look, RUNNING before it', () => {
    const goal = [share(20_000, 1000), share(20_000, 1050)] as const;
    expect(verdictOf(findings({ goal, isFinal: true })).code).toBe('NO_DIFFERENCE');
    expect(verdictOf(findings(SAME))).toMatchObject({ code: 'RUNNING', params: { days: 12 } });
    const blind = verdictOf(findings(SAME, { daysLeft: undefined }));
    expect(blind).toMatchObject({ code: 'RUNNING', params: { days: undefined } });
  });

  test('a small effect is detected at the final look, and not before', () => {
    const goal = [share(20_000, 1000), share(20_000, 1110)] as const;
    expect(verdictOf(findings({ goal })).code).toBe('RUNNING');
    expect(verdictOf(findings({ goal, isFinal: true })).code).toBe('WINNER');
  });

  test('the range of several undecided treatments covers all their intervals', () => {
    const goal = [share(2000, 100), share(2000, 105), share(500, 30)] as const;
    const sample = findings({ goal });
    const verdict = verdictOf(sample);
    const lifts = sample.goalComparisons.map(({ lift }) => lift);
    expect(verdict).toEqual({
      code: 'RUNNING',
      params: {
        scale: 'LIFT',
        low: Math.min(...lifts.map((lift) => lift?.low ?? Number.NaN)),
        high: Math.max(...lifts.map((lift) => lift?.high ?? Number.NaN)),
        days: 12,
      },
    });
  });

  test('where one lift is unbounded, the range is of differences', () => {
    const goal = [share(100, 25), share(100, 25)] as const;
    const sample = findings({ goal });
    expect(sample.goalComparisons[0]?.notComputable).toBe('UNBOUNDED_LIFT');
    const { low, high } = sample.goalComparisons[0]?.difference ?? {};
    expect(verdictOf(sample)).toEqual({
      code: 'RUNNING',
      params: { scale: 'DIFFERENCE', low, high, days: 12 },
    });
  });

  test('remarks: a lift above 50 %, the best of several, a result before a full week', () => {
    const huge = [share(20_000, 1000), share(20_000, 1600), share(20_000, 1000)] as const;
    const verdict = verdictOf(findings({ goal: huge }, { phaseHours: 20 }));
    expect(remarksOn(verdict, 2)).toEqual(['SUSPICIOUS', 'BEST_OF', 'EARLY']);
    if (verdict.code !== 'WINNER_SIGNAL') throw new Error(verdict.code);
    const remarksAt = (point: number) =>
      remarksOn({ code: 'LOSER', params: { ...verdict.params, point } }, 1);
    expect([remarksAt(0.5), remarksAt(-0.51)]).toEqual([[], ['SUSPICIOUS']]);
    expect(remarksOn(verdictOf(findings(BETTER)), 1)).toEqual([]);
    expect(remarksOn(verdictOf(findings(SAME)), 2)).toEqual([]);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Comparison, compare, type Metric } from './comparison.ts';
import { explore } from './family.ts';
import { fixedP } from './fixed-look.ts';
import { guardrailFinding } from './guardrail-finding.ts';
import {
  type AnalysisPlan,
  finalGuardrailLimit,
  finalLimit,
  goalLimit,
  guardrailLimit,
} from './limits.ts';
import { METRIC_KINDS, type Moments } from './moments.ts';
import { chanceToBeBetter, lossOfControl, lossOfTreatment, posteriorOf } from './posterior.ts';
import { verdictOf } from './verdict.ts';

const PLAN: AnalysisPlan = {
  alpha: 0.05,
  power: 0.8,
  mde: 0.05,
  plannedUnits: 10_000,
  treatments: 2,
  guardrails: 1,
  looksAtGuardrails: true,
};

const mean = fc.oneof(
  fc.constant(0),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.double({ min: -1, max: 1, noNaN: true }),
);
const spread = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0, max: 1e15, noNaN: true }),
  fc.double({ min: 0, max: 1e-12, noNaN: true }),
);
const correlation = fc.double({ min: -1, max: 1, noNaN: true });

/** Moments that units can really have: with fewer than two, nothing varies. */
const moments: fc.Arbitrary<Moments> = fc
  .record({
    n: fc.oneof(fc.constantFrom(0, 1, 2, 100), fc.integer({ min: 0, max: 5_000_000 })),
    positiveShare: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    mean,
    m2: spread,
    other: fc.record({ mean, m2: spread, correlation }),
  })
  .map(({ n, positiveShare, mean: level, m2, other }) => {
    const own = n < 2 ? 0 : m2;
    const beside = n < 2 ? 0 : other.m2;
    const c = other.correlation * Math.sqrt(own * beside);
    const comoments = { mean: n === 0 ? 0 : other.mean, m2: beside, c };
    return {
      n,
      positive: Math.floor(n * positiveShare),
      mean: n === 0 ? 0 : level,
      m2: own,
      d: comoments,
      x: comoments,
    };
  });

const metric: fc.Arbitrary<Metric> = fc.record({
  key: fc.constant('metric'),
  kind: fc.constantFrom(...METRIC_KINDS),
  better: fc.constantFrom('UP' as const, 'DOWN' as const),
  cuped: fc.boolean(),
});

/** Every number somewhere inside a value. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

function rawFigures({ effect }: Comparison): number[] {
  if (effect === undefined) return [];
  const posterior = posteriorOf(effect.difference, effect.standardError);
  return [
    fixedP(effect),
    chanceToBeBetter(posterior, 'UP'),
    lossOfControl(posterior),
    lossOfTreatment(posterior),
  ];
}

test('RES-53: for any moments, no figure is NaN, and there is a verdict', () => {
  fc.assert(
    fc.property(metric, moments, moments, moments, (one, control, first, second) => {
      const all = { control, treatments: [first, second] };
      for (const limit of [goalLimit(PLAN), finalLimit(PLAN)]) {
        const goalComparisons = compare(one, all, limit);
        const guardrails = [guardrailLimit(PLAN), finalGuardrailLimit(PLAN)].map((of) =>
          guardrailFinding(of, { ...one, margin: 0.05 }, all),
        );
        const verdict = verdictOf({
          values: ['off', 'on', 'blue'],
          arms: [control, first, second].map(({ n }) => ({ units: n, share: 1 })),
          assignment: { exposures: 0, wrong: 0 },
          goal: one,
          goalMoments: all,
          goalEvents: 1,
          nothingCounts: false,
          diagnosis: 'TOO_FEW',
          goalComparisons,
          guardrails,
          finalLookMade: false,
          mde: PLAN.mde,
          phaseHours: 200,
          daysLeft: undefined,
        });
        const secondary = explore(PLAN, [{ metric: one, moments: all }]);
        const raw = goalComparisons.flatMap(rawFigures);
        const figures = numbersIn([verdict, goalComparisons, guardrails, secondary, raw]);
        expect(figures.filter(Number.isNaN)).toEqual([]);
        expect(verdict.code).toBeTypeOf('string');
      }
    }),
    { numRuns: 2000 },
  );
});

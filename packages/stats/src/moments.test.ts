import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustedLevelOf, adjustmentOf, isAdjustedByDefault, levelOf } from './level.ts';
import {
  METRIC_KINDS,
  merge,
  mergeAll,
  momentsOfUnit,
  NO_MOMENTS,
  type UnitFigures,
} from './moments.ts';

const figure = fc.double({ min: -1000, max: 1000, noNaN: true });
const unit = fc.record({ y: figure, d: figure, x: figure });
const units = fc.array(unit, { minLength: 2, maxLength: 40 });

/** The textbook computation, in two passes over the raw figures. */
function bruteForce(all: readonly UnitFigures[]) {
  const mean = (of: (one: UnitFigures) => number) =>
    all.reduce((sum, one) => sum + of(one), 0) / all.length;
  const y = ({ y }: UnitFigures) => y;
  const other = (of: (one: UnitFigures) => number) => {
    const [my, mo] = [mean(y), mean(of)];
    return {
      mean: mo,
      m2: all.reduce((sum, one) => sum + (of(one) - mo) ** 2, 0),
      c: all.reduce((sum, one) => sum + (one.y - my) * (of(one) - mo), 0),
    };
  };
  const { mean: m, m2 } = other(y);
  return {
    n: all.length,
    positive: all.filter(({ d }) => d !== 0).length,
    mean: m,
    m2,
    d: other(({ d = 0 }) => d),
    x: other(({ x = 0 }) => x),
  };
}

test('RES-51: merged in any groups and any order, moments are those of all units', () => {
  fc.assert(
    fc.property(units, fc.nat(), fc.boolean(), (all, cut, swap) => {
      const at = cut % (all.length + 1);
      const parts = [all.slice(0, at), all.slice(at)].map((part) =>
        mergeAll(part.map(momentsOfUnit)),
      );
      const [a = NO_MOMENTS, b = NO_MOMENTS] = swap ? parts.toReversed() : parts;
      const merged = merge(a, b);
      const expected = bruteForce(all);
      expect(merged.n).toBe(expected.n);
      expect(merged.positive).toBe(expected.positive);
      expect(merged.mean).toBeCloseTo(expected.mean, 8);
      expect(merged.m2).toBeCloseTo(expected.m2, 4);
      for (const name of ['d', 'x'] as const) {
        expect(merged[name]?.mean).toBeCloseTo(expected[name].mean, 8);
        expect(merged[name]?.m2).toBeCloseTo(expected[name].m2, 4);
        expect(merged[name]?.c).toBeCloseTo(expected[name].c, 4);
      }
    }),
  );
});

test('RES-51: merging with no units changes nothing; without units the variance is 0', () => {
  const one = momentsOfUnit({ y: 3 });
  expect(merge(NO_MOMENTS, one)).toBe(one);
  expect(merge(one, NO_MOMENTS)).toBe(one);
  expect(levelOf(one, 'MEAN')?.variance).toBe(0);
  expect(levelOf(NO_MOMENTS, 'CONVERSION')).toEqual({
    n: 0,
    mean: 0,
    variance: 0,
    sharedVariance: 0,
  });
});

test('RES-51: the variance of a share is p(1 − p), that of a mean is divided by n − 1', () => {
  const moments = mergeAll([1, 1, 0, 0, 0].map((y) => momentsOfUnit({ y })));
  expect(levelOf(moments, 'CONVERSION')?.variance).toBeCloseTo(0.24, 12);
  expect(levelOf(moments, 'RETENTION')?.variance).toBeCloseTo(0.24, 12);
  expect(levelOf(moments, 'COUNT')?.variance).toBeCloseTo(0.3, 12);
  expect(moments.positive).toBe(2);
});

test('RES-51: a ratio is numerator over denominator, with the spread of its linearisation', () => {
  const all = [
    { y: 3, d: 2 },
    { y: 1, d: 4 },
    { y: 0, d: 0 },
    { y: 5, d: 3 },
  ];
  const moments = mergeAll(all.map(momentsOfUnit));
  expect(moments.positive).toBe(3);
  const level = levelOf(moments, 'RATIO');
  const ratio = 9 / 9;
  expect(level?.mean).toBeCloseTo(ratio, 12);
  const linear = all.map(({ y, d }) => (y - ratio * d) / (9 / 4));
  const mean = linear.reduce((sum, one) => sum + one, 0) / 4;
  const variance = linear.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 3;
  expect(level?.variance).toBeCloseTo(variance, 12);
});

test('ZERO_DENOMINATOR: a ratio with a denominator of 0 has no level', () => {
  expect(levelOf(momentsOfUnit({ y: 1, d: 0 }), 'RATIO')).toBeUndefined();
  expect(levelOf(NO_MOMENTS, 'RATIO')).toBeUndefined();
});

test('RES-52: figures before exposure that are constant or missing adjust nothing', () => {
  const same = mergeAll([1, 2, 3].map((y) => momentsOfUnit({ y, x: 7 })));
  const without = mergeAll([1, 2, 3].map((y) => momentsOfUnit({ y })));
  for (const moments of [same, without]) {
    const adjustment = adjustmentOf([moments], 'MEAN');
    expect(adjustment.theta).toBe(0);
    expect(adjustedLevelOf(moments, 'MEAN', adjustment)).toEqual(levelOf(moments, 'MEAN'));
  }
});

test('RES-52: adjusted levels differ as much as the adjusted figures do', () => {
  fc.assert(
    fc.property(units, units, (control, treatment) => {
      const arms = [control, treatment].map((all) => mergeAll(all.map(momentsOfUnit)));
      const adjustment = adjustmentOf(arms, 'MEAN');
      const [c, t] = arms.map((moments) => adjustedLevelOf(moments, 'MEAN', adjustment));
      const [mc, mt] = arms;
      const expected =
        (mt?.mean ?? 0) -
        (mc?.mean ?? 0) -
        adjustment.theta * ((mt?.x?.mean ?? 0) - (mc?.x?.mean ?? 0));
      expect((t?.mean ?? 0) - (c?.mean ?? 0)).toBeCloseTo(expected, 6);
    }),
  );
});

test('RES-53: adjusted levels share the variance of the mean before exposure', () => {
  const xs = [1, 2, 4, 9];
  const all = mergeAll(xs.map((x) => momentsOfUnit({ y: 2 * x + (x % 2), x })));
  const { theta, sharedVariance } = adjustmentOf([all], 'MEAN');
  // Σ (x − 4)² is 38, over n − 1 and n.
  expect(sharedVariance).toBeCloseTo((theta * theta * 38) / 3 / 4, 12);
  expect(adjustmentOf([], 'MEAN').sharedVariance).toBe(0);
});

test('RES-52: conversions, counts and means are adjusted from 5 % of units with a history on', () => {
  const adjusted = METRIC_KINDS.filter((kind) => isAdjustedByDefault(kind, 0.05));
  expect(adjusted).toEqual(['CONVERSION', 'COUNT', 'MEAN']);
  expect(METRIC_KINDS.filter((kind) => isAdjustedByDefault(kind, 0.049))).toEqual([]);
});

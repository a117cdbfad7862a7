import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Adjust,
  benjaminiHochberg,
  benjaminiYekutieli,
  bonferroni,
  eBenjaminiHochberg,
  familyAlpha,
  hochberg,
  holm,
} from './multiplicity.ts';

const METHODS: Readonly<Record<string, Adjust>> = {
  benjaminiHochberg,
  benjaminiYekutieli,
  bonferroni,
  hochberg,
  holm,
};
const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
  minLength: 1,
  maxLength: 12,
});

test.each(Object.keys(METHODS))('RES-56: %s keeps order, lowers nothing, ends at 1', (name) => {
  fc.assert(
    fc.property(pValues, (p) => {
      const adjusted = METHODS[name]?.(p) ?? [];
      expect(adjusted).toHaveLength(p.length);
      adjusted.forEach((one, i) => {
        expect(one).toBeGreaterThanOrEqual((p[i] ?? 0) * (1 - 1e-12));
        expect(one).toBeLessThanOrEqual(1);
        adjusted.forEach((other, j) => {
          if ((p[i] ?? 0) < (p[j] ?? 0)) expect(one).toBeLessThanOrEqual(other);
        });
      });
    }),
  );
});

test('RES-56: equal values are adjusted equally, and a single one not at all', () => {
  expect(hochberg([0.03, 0.03])).toEqual([0.03, 0.03]);
  expect(holm([0.03, 0.03])).toEqual([0.06, 0.06]);
  for (const adjust of Object.values(METHODS)) expect(adjust([0.2])).toEqual([0.2]);
});

test('RES-56: Hochberg, as R 4.2.2 adjusts it', () => {
  const adjusted = hochberg([0.898, 0.138, 0.007, 0.964, 0.538, 0.006, 0.138]);
  const expected = [0.964, 0.552, 0.042, 0.964, 0.964, 0.042, 0.552];
  adjusted.forEach((one, index) => {
    expect(one).toBeCloseTo(expected[index] ?? Number.NaN, 12);
  });
});

test('RES-56: e-BH rejects the strongest, up to the last one that is strong enough', () => {
  const logE = [100, 50, 30, 1, 0.2].map(Math.log);
  expect(eBenjaminiHochberg(logE, 0.05)).toEqual([0, 1]);
  // 35 alone is too little (the first of five needs 100); together with 60 and 40 it is enough.
  expect(eBenjaminiHochberg([35, 60, 1, 40, 1].map(Math.log), 0.05)).toEqual([1, 3, 0]);
  expect(eBenjaminiHochberg([], 0.05)).toEqual([]);
  expect(eBenjaminiHochberg([800], 0.05)).toEqual([0]);
});

test('RES-56: intervals of a family widen with its size and narrow with the number that stand out', () => {
  expect(familyAlpha(0.05, 10, 0)).toBeCloseTo(0.005, 15);
  expect(familyAlpha(0.05, 10, 1)).toBeCloseTo(0.005, 15);
  expect(familyAlpha(0.05, 10, 4)).toBeCloseTo(0.02, 15);
});

test('RES-56: the interval of a comparison that e-BH rejects excludes 0', () => {
  const logE = fc.array(fc.double({ min: -5, max: 12, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(logE, (family) => {
      const rejected = eBenjaminiHochberg(family, 0.05);
      const alpha = familyAlpha(0.05, family.length, rejected.length);
      for (const index of rejected) {
        expect(family[index]).toBeGreaterThanOrEqual(-Math.log(alpha) - 1e-12);
      }
    }),
  );
});

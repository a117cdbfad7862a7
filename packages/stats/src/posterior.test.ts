import { expect, test } from 'vitest';
import { chanceToBeBetter, lossOfControl, lossOfTreatment, posteriorOf } from './posterior.ts';

test('RES-59: without a prior the posterior is the measurement', () => {
  expect(posteriorOf(0.2, 0.1)).toEqual({ mean: 0.2, deviation: 0.1 });
});

test('RES-59: a prior as certain as the data moves the mean half way', () => {
  const { mean, deviation } = posteriorOf(0.2, 0.1, { mean: 0, variance: 0.01 });
  expect(mean).toBeCloseTo(0.1, 12);
  expect(deviation).toBeCloseTo(Math.sqrt(0.005), 12);
  expect(posteriorOf(0.2, 0.1, { mean: 0.4, variance: 0.01 }).mean).toBeCloseTo(0.3, 12);
});

test('RES-59: the chance to be better upwards and that downwards add up to 1', () => {
  const posterior = posteriorOf(0.2, 0.1);
  expect(chanceToBeBetter(posterior, 'UP') + chanceToBeBetter(posterior, 'DOWN')).toBe(1);
  expect(chanceToBeBetter(posterior, 'UP')).toBeGreaterThan(0.97);
});

test('RES-59: far from 0 one choice loses the whole difference and the other nothing', () => {
  expect(lossOfTreatment({ mean: 5, deviation: 0.1 })).toBe(0);
  expect(lossOfControl({ mean: 5, deviation: 0.1 })).toBe(5);
  expect(lossOfTreatment({ mean: -5, deviation: 0.1 })).toBe(5);
});

test('RES-59: the two losses differ by the effect', () => {
  const posterior = { mean: 0.03, deviation: 0.05 };
  expect(lossOfControl(posterior) - lossOfTreatment(posterior)).toBeCloseTo(0.03, 15);
});

import { expect, it } from 'vitest';
import { daysOf, shownComparison } from './learned.ts';

const lift = (point: number) => ({ point, low: point - 0.1, high: point + 0.1 });
const GOAL = {
  key: 'purchase',
  name: 'Purchase',
  better: 'UP',
  comparisons: [{ value: 'b', lift: lift(0.1) }, { value: 'c', lift: lift(0.3) }, { value: 'd' }],
} as const;
const goal = { ...GOAL, comparisons: [...GOAL.comparisons] };
const stopped = { at: '2026-03-05T12:00:00.000Z', because: 'SHIPPED' } as const;

it('RES-119: the lift is that of the decided value, else of the verdict, else of the best value', () => {
  const named = { scale: 'LIFT', low: 0, high: 1, metric: 'purchase', point: 0.1 } as const;
  const verdict = { code: 'LOSER', params: { ...named, value: 'b' } } as const;
  expect(shownComparison({ goal, verdict })?.value).toBe('b');
  expect(shownComparison({ goal, verdict, stopped: { ...stopped, value: 'c' } })?.value).toBe('c');
  // The control was given to everyone: it has no comparison of its own.
  expect(shownComparison({ goal, verdict, stopped: { ...stopped, value: 'a' } })?.value).toBe('b');
  expect(shownComparison({ goal })?.value).toBe('c');
  expect(shownComparison({ goal: { ...goal, better: 'DOWN' } })?.value).toBe('b');
});

it('RES-119: figures that must not be used, or that are missing, are not shown', () => {
  const params = { value: 'b', users: 1, expected: 2 };
  expect(shownComparison({ goal, verdict: { code: 'INVALID_SRM', params } })).toBeUndefined();
  expect(shownComparison({ goal: { ...goal, comparisons: [{ value: 'd' }] } })).toBeUndefined();
  expect(shownComparison({})).toBeUndefined();
});

it('RES-119: how long it took ends with the stop', () => {
  const now = new Date('2026-03-10T00:00:00.000Z');
  expect(daysOf({ startedAt: '2026-03-01T00:00:00.000Z' }, now)).toBe(9);
  expect(daysOf({ startedAt: '2026-03-01T00:00:00.000Z', stopped }, now)).toBe(4);
  expect(daysOf({}, now)).toBeUndefined();
});

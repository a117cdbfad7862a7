import { describe, expect, it } from 'vitest';
import { liftDomain } from './lift-domain.ts';

describe('the range of a chart of lifts', () => {
  it('RES-78: no difference and the smallest difference that matters are in view', () => {
    expect(liftDomain([{ low: 0.12, high: 0.18 }], [], 0.05)).toEqual([-0.05, 0.2]);
    expect(liftDomain([], [], 0.1)).toEqual([-0.1, 0.1]);
  });

  it('RES-78: intervals in focus are in view as a whole', () => {
    const [low, high] = liftDomain([{ low: -0.31, high: 0.4 }], [], 0.05);
    expect(low).toBeLessThanOrEqual(-0.31);
    expect(high).toBeGreaterThanOrEqual(0.4);
  });

  it('RES-78: the wide intervals of the first days are cut off', () => {
    const last = { low: 0.02, high: 0.1 };
    const [low, high] = liftDomain([last], [{ low: -5, high: 40 }, last], 0.05);
    expect(high).toBeLessThan(0.3);
    expect(low).toBeGreaterThan(-0.3);
  });
});

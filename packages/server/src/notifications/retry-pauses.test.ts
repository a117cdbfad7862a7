import { expect, it } from 'vitest';
import { pauseMsAfter } from './retry-pauses.ts';

it('pauses between attempts grow; attempts end after about 24 hours', () => {
  const pauses: number[] = [];
  for (let pause = pauseMsAfter(1); pause !== undefined; pause = pauseMsAfter(pauses.length + 1)) {
    expect(pause).toBeGreaterThanOrEqual(pauses.at(-1) ?? 0);
    pauses.push(pause);
  }
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
  expect(pauses[0]).toBe(5_000);
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
});

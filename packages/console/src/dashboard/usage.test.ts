import { describe, expect, it } from 'vitest';
import { usageOf } from './usage.ts';

describe('the usage of a limit', () => {
  it.each([
    [0, 10, { percent: 0, level: 'fine' }],
    [7, 10, { percent: 70, level: 'fine' }],
    [8, 10, { percent: 80, level: 'near' }],
    [999, 1000, { percent: 99, level: 'near' }],
    [10, 10, { percent: 100, level: 'full' }],
    [12, 10, { percent: 100, level: 'full' }],
    [0, 0, { percent: 100, level: 'full' }],
  ] as const)('%i of %i is %j', (currentCount, maxLimit, usage) => {
    expect(usageOf({ type: 'LIMITED', currentCount, maxLimit })).toEqual(usage);
  });

  it('is undefined without a limit', () => {
    expect(usageOf({ type: 'UNLIMITED', currentCount: 42, maxLimit: null })).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS, isLimitReached, limitOf } from './plans.ts';

const plans = { ...DEFAULT_PLANS, TRIAL: { MAX_APPS: 3, MAX_ACCOUNT_KEYS: 0 } };

describe('plans', () => {
  it.each([
    ['TRIAL', 'MAX_APPS', 3],
    ['TRIAL', 'MAX_ACCOUNT_KEYS', 0],
    ['TRIAL', 'MAX_USERS', undefined],
    ['ON_PREMISE', 'MAX_ACCOUNT_KEYS', 20],
    ['ON_PREMISE', 'MAX_APPS', undefined],
    ['NO_LONGER_CONFIGURED', 'MAX_APPS', undefined],
  ] as const)('%s allows %s: %s', (plan, limit, allowed) => {
    expect(limitOf(plans, plan, limit)).toBe(allowed);
  });

  it.each([
    [2, false],
    [3, true],
    [4, true],
  ])('with %i of 3 applications the limit is reached: %s', (count, reached) => {
    expect(isLimitReached(plans, 'TRIAL', { limit: 'MAX_APPS', count })).toBe(reached);
  });

  it('an unlimited plan is never full', () => {
    expect(isLimitReached(plans, 'ON_PREMISE', { limit: 'MAX_APPS', count: 1_000_000 })).toBe(
      false,
    );
  });
});

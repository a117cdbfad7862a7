import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS, limitOf } from './plans.ts';

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
});

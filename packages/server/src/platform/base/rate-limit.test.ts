import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimit, limitFailures } from './rate-limit.ts';
import { Rejection } from './rejection.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a rate limit', () => {
  it('RATE_LIMITED: refuses calls over the limit and reports the remaining seconds', () => {
    const take = createRateLimit(2);
    take('ana');
    vi.advanceTimersByTime(20_500);
    take('ana');
    expect(() => take('ana')).toThrow(new Rejection('RATE_LIMITED', { retry_after: 40 }));
  });

  it('counts each key separately', () => {
    const take = createRateLimit(1);
    take('ana');
    expect(() => take('ben')).not.toThrow();
    expect(() => take('ana')).toThrow('RATE_LIMITED');
  });

  it('starts again after a minute', () => {
    const take = createRateLimit(1);
    take('ana');
    vi.advanceTimersByTime(59_999);
    expect(() => take('ana')).toThrow('RATE_LIMITED');
    vi.advanceTimersByTime(1);
    expect(() => take('ana')).not.toThrow();
  });

  it('does not refuse calls for years when the clock is set back by years', () => {
    vi.setSystemTime('2036-01-01');
    const take = createRateLimit(1);
    take('ana');
    vi.setSystemTime('2026-01-01');
    expect(() => take('ana')).not.toThrow();
    expect(() => take('ana')).toThrow(new Rejection('RATE_LIMITED', { retry_after: 60 }));
  });
});

describe('a limit of failures', () => {
  it('counts tries that are under way, and forgets those that succeed', () => {
    const begin = limitFailures(2);
    const succeed = begin('ana');
    begin('ana');
    expect(() => begin('ana')).toThrow(new Rejection('RATE_LIMITED', { retry_after: 60 }));
    succeed();
    expect(() => begin('ana')).not.toThrow();
    expect(() => begin('ana')).toThrow('RATE_LIMITED');
  });

  it('a success of a former window gives nothing to this one', () => {
    const begin = limitFailures(1);
    const succeed = begin('ana');
    vi.advanceTimersByTime(60_000);
    begin('ana');
    succeed();
    expect(() => begin('ana')).toThrow('RATE_LIMITED');
  });
});

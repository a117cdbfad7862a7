import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takePulse } from './pulse.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('FAIR-19: a database that leaves a question unanswered for 0.7 s is away, and there again once it answers', async () => {
  const pulse = takePulse();
  const told: string[] = [];
  pulse.onAway(() => told.push(pulse.away()?.message ?? ''));
  let answer = (_: unknown) => {};
  pulse.follow({ query: () => new Promise((resolve) => (answer = resolve)) });
  await vi.advanceTimersByTimeAsync(900);
  expect(pulse.away()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual(['no answer for 700 ms']);
  answer(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(pulse.away()).toBeUndefined();
  pulse.close();
});

it('FAIR-19: a database whose connection ended is away until another one is there', async () => {
  const pulse = takePulse();
  const query = async () => {};
  pulse.follow({ query });
  pulse.lost(new Error('ended'));
  expect(pulse.away()).toMatchObject({ message: 'ended' });
  pulse.follow({ query });
  expect(pulse.away()).toBeUndefined();
  pulse.close();
});

import { expect, it } from 'vitest';
import { watchStalls } from './stalls.ts';

it('what is read soon after a process stood still may have waited for all of that time; nothing else has', () => {
  let at = 0;
  const stalls = watchStalls(() => at);
  const after = (ms: number) => {
    at += ms;
    return stalls.waitedMs();
  };
  expect(after(1_000)).toBe(0);
  // Busy, and no more.
  expect(after(4_000)).toBe(0);
  expect(after(3_600_000)).toBe(3_600_000);
  expect(after(2_000)).toBe(3_602_000);
  for (let second = 0; second < 10; second += 1) after(1_000);
  expect(after(1_000)).toBe(0);
  stalls.close();
});

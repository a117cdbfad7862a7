import { murmur3 } from '@comporta/engine/murmur3';
import { expect, test } from 'vitest';
import { rememberExposures } from './repeats.ts';

const exposureIn = (phaseId: string) => ({ phaseId, ruleId: 'rule', valueIndex: 0 });
const hashOf = (user: number) => murmur3(`salt:user-${user}`);

test('RES-27: a user is reported once in each phase', () => {
  const repeats = rememberExposures();
  for (const phase of ['one', 'two']) {
    expect(repeats.isRepeat(exposureIn(phase), hashOf(1))).toBe(false);
    expect(repeats.isRepeat(exposureIn(phase), hashOf(1))).toBe(true);
    expect(repeats.isRepeat(exposureIn(phase), hashOf(2))).toBe(false);
  }
});

test('RES-27: of 100,000 more users, at most one in 20,000 is mistaken for a repeat, and all are remembered', () => {
  const repeats = rememberExposures();
  let mistaken = 0;
  for (let user = 0; user < 200_000; user++) {
    if (repeats.isRepeat(exposureIn('phase'), hashOf(user))) mistaken += 1;
  }
  expect(mistaken).toBeLessThanOrEqual(10);
  for (let user = 101_000; user < 200_000; user++) {
    if (!repeats.isRepeat(exposureIn('phase'), hashOf(user))) throw new Error(`forgot ${user}`);
  }
});

test('RES-27: an exposure that found no room in the queue is reported the next time', () => {
  const repeats = rememberExposures();
  // 512 fill the first table, so that it is replaced; 100,000 begin another generation.
  for (const users of [1, 512, 513, 100_000]) {
    for (let user = 0; user < users; user++) repeats.isRepeat(exposureIn('one'), hashOf(user));
    expect(repeats.isRepeat(exposureIn('two'), hashOf(users))).toBe(false);
    repeats.forget(exposureIn('two'), hashOf(users));
    expect(repeats.isRepeat(exposureIn('two'), hashOf(users))).toBe(false);
    expect(repeats.isRepeat(exposureIn('two'), hashOf(users))).toBe(true);
    expect(repeats.isRepeat(exposureIn('one'), hashOf(0))).toBe(true);
  }
});

test('RES-27: the oldest are forgotten, so that memory stays limited', () => {
  const repeats = rememberExposures();
  for (let user = 0; user < 300_000; user++) repeats.isRepeat(exposureIn('phase'), hashOf(user));
  expect(repeats.isRepeat(exposureIn('phase'), hashOf(0))).toBe(false);
});

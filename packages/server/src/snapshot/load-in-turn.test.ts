import { expect, it } from 'vitest';
import { loadInTurn } from './load-in-turn.ts';

it('SCL-60: a company that asks for many environments leaves places to others', async () => {
  const inTurn = loadInTurn();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const load = (company: string) =>
    inTurn(company, () => {
      begun.push(company);
      return new Promise<void>((resolve) => ends.push(resolve));
    });

  const loads = ['busy', 'busy', 'busy', 'busy', 'shop', 'bank', 'shop'].map(load);
  await expect.poll(() => begun).toEqual(['busy', 'busy', 'shop', 'bank']);
  ends[0]?.();
  await expect.poll(() => begun.slice(4)).toEqual(['shop']);
  while (begun.length > 0 && ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(loads);
  expect(begun.slice(5)).toEqual(['busy', 'busy']);
});

it('a load that fails leaves its place', async () => {
  const inTurn = loadInTurn();
  for (let time = 0; time < 10; time++) {
    await expect(inTurn('shop', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  }
  expect(await inTurn('shop', async () => 'loaded')).toBe('loaded');
});

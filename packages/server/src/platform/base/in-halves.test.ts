import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inHalves } from './in-halves.ts';

interface Case {
  readonly calls: number;
  readonly bad: readonly number[];
  readonly refused: readonly number[];
  readonly appends: number;
}

const CASES = new URL('../../../../../conformance/fair-shares/isolate.json', import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(CASES, 'utf8'));

it.each(cases)('FAIR-22, FAIR-23: of $calls calls the bad ones $bad are found', async (one) => {
  const stored: number[] = [];
  const refused: number[] = [];
  let appends = 0;
  await inHalves([...Array(one.calls).keys()], {
    async store(part) {
      appends += 1;
      if (part.some((call) => one.bad.includes(call))) throw new Error('bad');
      stored.push(...part);
    },
    isPassing: () => false,
    onBad: (call) => refused.push(call),
  });
  expect({ refused, appends }).toEqual({ refused: one.refused, appends: one.appends });
  expect([...stored, ...refused].sort((a, b) => a - b)).toEqual([...Array(one.calls).keys()]);
});

it('FAIR-22: when the database goes away in between, nothing after it is tried', async () => {
  const tried: string[] = [];
  const away = new Error('away');
  const storing = inHalves(['a', 'b', 'c', 'd'], {
    async store(part) {
      tried.push(part.join(''));
      throw part.length === 4 ? new Error('bad') : away;
    },
    isPassing: (error) => error === away,
    onBad: () => expect.unreachable(),
  });
  await expect(storing).rejects.toBe(away);
  expect(tried).toEqual(['abcd', 'ab']);
});

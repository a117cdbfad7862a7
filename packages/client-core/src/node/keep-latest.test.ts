import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { keepLatest } from './keep-latest.ts';

function keeper(everyMs: number) {
  const written: number[] = [];
  const keeping = keepLatest<number>(async (value) => void written.push(value), everyMs);
  return { written, ...keeping };
}

it('SCL-08: the first value is written at once, of later ones the last when its time comes or at the end', async () => {
  const { written, keep, finish } = keeper(3_600_000);
  for (const value of [1, 2, 3]) keep(value);
  await expect.poll(() => written.length).toBe(1);
  keep(4);
  await pause(0);
  expect(written).toHaveLength(1);
  await finish();
  expect(written).toEqual([written[0], 4]);

  const often = keeper(1);
  often.keep(1);
  await expect.poll(() => often.written).toEqual([1]);
  often.keep(2);
  await expect.poll(() => often.written).toEqual([1, 2]);
});

it('what was dropped is not written any more', async () => {
  const { written, keep, drop, finish } = keeper(3_600_000);
  keep(1);
  await expect.poll(() => written).toEqual([1]);
  keep(2);
  await drop();
  await finish();
  expect(written).toEqual([1]);
});

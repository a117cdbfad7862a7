import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Lane } from '../../database/database.ts';
import { createJobQueue, type JobQueue } from './job-queue.ts';

/** Runs work that ends on demand. */
function startIn(queue: JobQueue, lane: Partial<Lane> = {}) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isStarted = false;
  const done = queue.run(
    () => {
      isStarted = true;
      return promise;
    },
    { company: 'company', ...lane },
  );
  return { isStarted: () => isStarted, end: resolve, done };
}

it('one job runs at a time, also when calls arrive in one tick or while the place is handed over', async () => {
  const queue = createJobQueue();
  const first = startIn(queue);
  const second = startIn(queue);
  await nextTurn();
  expect([first.isStarted(), second.isStarted()]).toEqual([true, false]);

  const third = first.done.then(() => startIn(queue));
  first.end();
  const late = await third;
  await nextTurn();
  expect([second.isStarted(), late.isStarted()]).toEqual([true, false]);

  second.end();
  await nextTurn();
  expect(late.isStarted()).toBe(true);
  late.end();
  await late.done;
});

it('a call that gives up while it waits leaves its turn to the next', async () => {
  const queue = createJobQueue();
  const first = startIn(queue);
  const gone = new AbortController();
  const second = startIn(queue, { gone: gone.signal });
  const third = startIn(queue);
  gone.abort(new Error('gone'));
  await expect(second.done).rejects.toThrow('gone');
  first.end();
  await first.done;
  await nextTurn();
  expect([second.isStarted(), third.isStarted()]).toEqual([false, true]);
  third.end();
  await third.done;
});

it('FAIR-43, RATE_LIMITED: of one company two wait; more wait up to 5 s, and then are refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const queue = createJobQueue();
  const [running, ...waiting] = [1, 2, 3].map(() => startIn(queue));
  const late = expect(startIn(queue).done).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    meta: { limit: 'LARGE', retry_after: 5 },
  });
  await vi.advanceTimersByTimeAsync(5_000);
  await late;
  await vi.advanceTimersByTimeAsync(60_000);
  const next = startIn(queue);
  for (const one of [running, ...waiting, next]) {
    one?.end();
    await one?.done;
  }
  vi.useRealTimers();
});

it('FAIR-43, RATE_LIMITED: of those that would wait to wait, the ninth is refused at once', async () => {
  const queue = createJobQueue();
  const all = Array.from({ length: 11 }, () => startIn(queue));
  await expect(startIn(queue).done).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  for (const one of all) {
    one.end();
    await one.done;
  }
});

it('FAIR-43, FAIR-06: companies take turns', async () => {
  const queue = createJobQueue();
  const started: string[] = [];
  const busy = [1, 2, 3].map(() => startIn(queue, { company: 'busy' }));
  const other = startIn(queue, { company: 'other' });
  for (const one of [busy[0], busy[1], other, busy[2]]) {
    await expect.poll(() => one?.isStarted()).toBe(true);
    started.push([...busy, other].map((each) => (each.isStarted() ? 1 : 0)).join(''));
    one?.end();
    await one?.done;
  }
  expect(started).toEqual(['1000', '1100', '1101', '1111']);
});

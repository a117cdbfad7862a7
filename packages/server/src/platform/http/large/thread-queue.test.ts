import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createThreadQueue, type ThreadQueue } from './thread-queue.ts';

const NEVER = new AbortController().signal;

/** Runs work that ends on demand. */
function startIn(queue: ThreadQueue, signal = NEVER) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isStarted = false;
  const done = queue.run(() => {
    isStarted = true;
    return promise;
  }, signal);
  return { isStarted: () => isStarted, end: resolve, done };
}

it('one thread runs at a time, also when calls arrive in one tick or while a thread is handed over', async () => {
  const queue = createThreadQueue();
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
  const queue = createThreadQueue();
  const first = startIn(queue);
  const gone = new AbortController();
  const second = startIn(queue, gone.signal);
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

it('RATE_LIMITED: more than eight calls do not wait', async () => {
  const queue = createThreadQueue();
  const running = startIn(queue);
  const waiting = Array.from({ length: 8 }, () => startIn(queue));
  await expect(startIn(queue).done).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  for (const one of [running, ...waiting]) {
    one.end();
    await one.done;
  }
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/base/log.ts';
import type { Appended, Batch, NewEvent } from '../event-store.ts';
import { answeredSoon } from './answered-soon.ts';
import { openEventQueue } from './event-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const SILENCE = new Promise<never>(() => {});

it('RES-96: while the database does not respond, each caller of the queue is refused within a second', async () => {
  const appended: Batch[] = [];
  const queue = openEventQueue((batch) => {
    appended.push(batch);
    return SILENCE;
  }, createLog('silent'));
  const toldAfter: number[] = [];
  const add = () => {
    const since = Date.now();
    const told = expect(queue.add(oneEvent(), 100)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    return told.then(() => toldAfter.push(Date.now() - since));
  };
  // The first is being stored when the second arrives; the third arrives just before they are refused.
  const first = add();
  await vi.advanceTimersByTimeAsync(60);
  const second = add();
  await vi.advanceTimersByTimeAsync(780);
  const third = add();
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all([first, second, third]);
  expect(appended).toHaveLength(1);
  expect(Math.max(...toldAfter)).toBeLessThan(1_000);
  // Until the database responds again, callers are refused at once.
  expect(() => queue.add(oneEvent(), 100)).toThrow(
    expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
  );
});

it('RES-96: the queries needed before an event can be judged also give up within a second', async () => {
  const since = Date.now();
  const told = expect(answeredSoon(SILENCE)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await vi.advanceTimersByTimeAsync(999);
  await told;
  expect(Date.now() - since).toBeLessThan(1_000);
});

it('RES-24, RES-96: a full queue refuses at once, and says when to retry', async () => {
  let answer = (_: Appended) => {};
  const queue = openEventQueue(
    (batch) =>
      new Promise((resolve) => {
        answer = () => resolve({ exposures: [], events: batch.events.map(() => true) });
      }),
    createLog('silent'),
  );
  const events = Array.from({ length: 1_000 }, newEvent);
  const waiting = Array.from({ length: 20 }, () => queue.add({ exposures: [], events }, 1_000));
  expect(() => queue.add(oneEvent(), 100)).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', meta: { retry_after: 1 } }),
  );
  for (const stored of waiting) {
    await vi.advanceTimersByTimeAsync(50);
    answer({ exposures: [], events: [] });
    expect((await stored).events).toHaveLength(1_000);
  }
  expect(queue.hasRoomFor(20_000, 0)).toBe(true);
});

function oneEvent(): Batch {
  return { exposures: [], events: [newEvent()] };
}

function newEvent(): NewEvent {
  return {
    environmentId: 'production',
    eventId: crypto.randomUUID(),
    day: '2026-03-02',
    unit: crypto.randomUUID(),
    eventKeyId: 1,
    at: new Date(),
    value: null,
    trusted: true,
    skewed: false,
  };
}

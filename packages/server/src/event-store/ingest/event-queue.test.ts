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
    const told = expect(queue.add(oneEvent(), { bytes: 100, lane: 'a' })).rejects.toMatchObject({
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
  expect(() => queue.add(oneEvent(), { bytes: 100, lane: 'a' })).toThrow(
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
  const waiting = Array.from({ length: 20 }, () =>
    queue.add({ exposures: [], events }, { bytes: 1_000, lane: 'a' }),
  );
  expect(() => queue.add(oneEvent(), { bytes: 100, lane: 'a' })).toThrow(
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

it('FAIR-22: the calls of a lane that failed are stored in commits of their own for a minute, beside those of the others', async () => {
  const appended: string[][] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const queue = openEventQueue(async ({ events }) => {
    const names = events.map(({ environmentId }) => environmentId);
    appended.push(names);
    if (names.includes('bad')) throw new TypeError('a time that is none');
    if (names.includes('slow')) await held;
    return { exposures: [], events: events.map(() => true) };
  }, createLog('silent'));
  const add = (lane: string, environmentId: string) =>
    queue.add({ exposures: [], events: [{ ...newEvent(), environmentId }] }, { bytes: 1, lane });
  const outcomes = Promise.allSettled([add('a', 'a1'), add('b', 'bad'), add('b', 'b1')]);
  await vi.advanceTimersByTimeAsync(50);
  expect(await outcomes).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { name: 'NotStorable', code: 'TypeError' } },
    { status: 'fulfilled' },
  ]);
  expect(appended.splice(0)).toEqual([['a1', 'bad', 'b1'], ['a1', 'bad'], ['a1'], ['bad'], ['b1']]);

  const later = Promise.all([add('b', 'slow'), add('c', 'c1'), add('a', 'a2')]);
  await vi.advanceTimersByTimeAsync(50);
  expect(new Set(appended.splice(0))).toEqual(new Set([['c1', 'a2'], ['slow']]));
  letGo();
  await later;
  await vi.advanceTimersByTimeAsync(60_000);
  const again = Promise.all([add('a', 'a3'), add('b', 'b2')]);
  await vi.advanceTimersByTimeAsync(50);
  await again;
  expect(appended).toEqual([['a3', 'b2']]);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportedEvent } from './event.ts';
import { newEventId } from './event-id.ts';
import { createEventQueue, type EventQueue, type EventSpool } from './event-queue.ts';
import type { Posted } from './post-events.ts';
import { trackedEvent } from './tracked-event.ts';

const TAKEN: Posted = { outcome: 'TAKEN', rejected: [] };
const away = (retryAfterMs = 0): Posted => ({ outcome: 'AWAY', message: 'away', retryAfterMs });
const unfit = (patience = 6): Posted => ({
  outcome: 'AWAY',
  message: 'answered 400',
  retryAfterMs: 0,
  patience,
});

let posted: (readonly ReportedEvent[])[];
let answer: (batch: readonly ReportedEvent[]) => Posted | Promise<Posted>;
let warnings: string[];
let queue: EventQueue;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  posted = [];
  warnings = [];
  answer = () => TAKEN;
  queue = open();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open(spool?: EventSpool): EventQueue {
  return createEventQueue({
    spool,
    warn: (message) => warnings.push(message),
    async post(batch) {
      posted.push(batch);
      return answer(batch);
    },
  });
}

function eventNo(number: number): ReportedEvent {
  const event = trackedEvent('bought', `user-${number}`, { value: number });
  if (typeof event === 'string') throw new Error(event);
  return event;
}

function add(count: number): void {
  for (let number = 0; number < count; number++) queue.add(eventNo(number));
}

describe('RES-28: events', () => {
  it('are sent after five seconds, or when there are 500', async () => {
    add(3);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(posted).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(posted.map(({ length }) => length)).toEqual([3]);
    add(500);
    await vi.advanceTimersByTimeAsync(0);
    expect(posted.map(({ length }) => length)).toEqual([3, 500]);
    expect(queue.status()).toEqual({ queued: 0, sent: 503, dropped: 0, lastError: undefined });
  });

  it('are sent again with the same ids and times, after 1 to 60 seconds, until they are accepted', async () => {
    answer = () => away();
    add(2);
    const sentAt: number[] = [];
    answer = () => {
      sentAt.push(Date.now() / 1_000);
      return sentAt.length < 9 ? away() : TAKEN;
    };
    await vi.advanceTimersByTimeAsync(300_000);
    expect(sentAt).toEqual([5, 6, 8, 12, 20, 36, 68, 128, 188]);
    expect(new Set(posted.map((batch) => JSON.stringify(batch))).size).toBe(1);
    expect(queue.status()).toMatchObject({ queued: 0, sent: 2, dropped: 0 });
    expect(warnings).toEqual(['events wait: away']);
  });

  it('wait as long as the service asks, even if flush() is called', async () => {
    answer = () => away(30_000);
    add(1);
    await queue.flush();
    answer = () => TAKEN;
    await queue.flush();
    add(600);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(posted).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_001);
    expect(queue.status()).toMatchObject({ queued: 0, sent: 601 });
  });

  it('are still sent when the clock was set back by years while they waited', async () => {
    vi.setSystemTime('2036-01-01');
    answer = () => away(2_000);
    add(1);
    await queue.flush();
    vi.setSystemTime('2026-01-01');
    answer = () => TAKEN;
    await queue.flush();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(queue.status()).toMatchObject({ queued: 0, sent: 1 });
    expect(posted).toHaveLength(2);
  });

  it('413: are sent in halves; a single event that is too large is dropped', async () => {
    answer = (batch) =>
      batch.length > 30 || batch.some(isOf('user-7')) ? { outcome: 'TOO_LARGE' } : TAKEN;
    add(100);
    await queue.flush();
    expect(queue.status()).toMatchObject({ queued: 0, sent: 99, dropped: 1 });
    expect(queue.status().lastError?.message).toBe('an event is too large');
  });

  it.each([0, 6])(
    '400: an event that is refused after %i more tries is dropped in the end, and no other',
    async (patience) => {
      const isWrong = isOf('user-77');
      answer = (batch) => (batch.some(isWrong) ? unfit(patience) : TAKEN);
      add(100);
      await vi.advanceTimersByTimeAsync(3 * 3_600_000);
      expect(queue.status()).toMatchObject({ queued: 0, sent: 99, dropped: 1 });
      expect(queue.status().lastError?.message).toBe('an event is refused: answered 400');
      expect(warnings.filter((line) => line.includes('is refused'))).toHaveLength(1);
      expect(posted.length).toBeLessThan(100);
      add(1);
      await queue.flush();
      expect(queue.status()).toMatchObject({ queued: 0, sent: 100 });
    },
  );

  it('FAIR-22: 500: from the third one on they are sent in halves; the event that fails alone three times is dropped', async () => {
    const isWrong = isOf('user-3');
    const failed: Posted = { ...unfit(2), status: 500 } as Posted;
    answer = (batch) => (batch.some(isWrong) ? failed : TAKEN);
    add(8);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(queue.status()).toMatchObject({ queued: 0, sent: 7, dropped: 1 });
    const bad = posted.filter((batch) => batch.some(isWrong)).map(({ length }) => length);
    expect(bad.slice(0, 6)).toEqual([8, 8, 8, 4, 4, 4]);
    expect(bad.slice(-3)).toEqual([1, 1, 1]);
  });

  it('FAIR-22: 500 for ten minutes, whatever is sent: none is lost', async () => {
    answer = () => ({ ...unfit(2), status: 500 }) as Posted;
    add(100);
    await vi.advanceTimersByTimeAsync(600_000);
    answer = () => TAKEN;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(queue.status()).toMatchObject({ queued: 0, sent: 100, dropped: 0 });
  });

  it('400 from a proxy for a minute: none is lost', async () => {
    answer = () => unfit();
    add(1);
    // flush() must not shorten the back-off.
    for (let second = 0; second < 60; second++) {
      await queue.flush();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    answer = () => TAKEN;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queue.status()).toMatchObject({ queued: 0, sent: 1, dropped: 0 });
    expect(warnings).toEqual(['events wait: answered 400']);
  });

  it('400 forever: each warning is logged once, and events are not sent any faster', async () => {
    answer = () => unfit();
    add(3);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(queue.status()).toMatchObject({ queued: 0, sent: 0, dropped: 3 });
    expect(warnings).toEqual(['events wait: answered 400', 'an event is refused: answered 400']);
  });

  it('400 now and then while the service is unavailable: only those in a row count', async () => {
    let count = 0;
    answer = () => {
      count += 1;
      return count % 5 === 0 ? away() : unfit();
    };
    add(1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(queue.status()).toMatchObject({ queued: 1, dropped: 0 });
  });

  it('401: are no longer sent', async () => {
    answer = () => ({ outcome: 'REFUSED', message: 'answered 401' });
    add(2);
    await vi.advanceTimersByTimeAsync(600_000);
    add(1);
    await queue.flush();
    expect(posted).toHaveLength(1);
    expect(queue.status()).toMatchObject({ queued: 2, sent: 0, dropped: 1 });
  });

  it('that the service refuses are counted as dropped, and the reason is reported', async () => {
    answer = () => ({ outcome: 'TAKEN', rejected: [{ code: 'TOO_OLD' }] });
    add(3);
    await queue.flush();
    expect(queue.status()).toMatchObject({ queued: 0, sent: 2, dropped: 1 });
    expect(queue.status().lastError?.message).toBe('events are refused: TOO_OLD');
  });

  it('beyond 10,000 are dropped, the newest ones, and that is logged once', async () => {
    answer = () => away();
    add(10_005);
    await vi.advanceTimersByTimeAsync(0);
    expect(queue.status()).toMatchObject({ queued: 10_000, dropped: 5 });
    expect(warnings.filter((line) => line.includes('too many'))).toHaveLength(1);
    answer = () => TAKEN;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(posted.at(-1)?.at(-1)).toMatchObject({ uid: 'user-9999' });
    expect(queue.status()).toMatchObject({ queued: 0, sent: 10_000 });
  });

  it('that wait are sent on close(), also those added while a batch was being sent', async () => {
    const slow = Promise.withResolvers<Posted>();
    answer = () => slow.promise;
    add(1);
    const flushing = queue.flush();
    add(1);
    answer = () => TAKEN;
    const closing = queue.close(1_000);
    slow.resolve(TAKEN);
    await Promise.all([flushing, closing]);
    expect(queue.status()).toMatchObject({ queued: 0, sent: 2 });
  });

  it('do not delay close() beyond its time limit', async () => {
    answer = () => new Promise(() => {});
    add(1);
    const closing = queue.close(1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    await closing;
    expect(queue.status()).toMatchObject({ queued: 1, sent: 0 });
  });

  it('that the spool holds behind already sent ones are not lost', async () => {
    // A process that crashes leaves the events that it has sent in the spool, before the unsent ones.
    const kept = Array.from({ length: 10_005 }, (_, number) => eventNo(number));
    queue = open({ kept, keep() {}, settle() {}, finish: async () => {} });
    await vi.advanceTimersByTimeAsync(0);
    expect(posted.flat()).toEqual(kept.slice(-10_000));
  });

  it('that a process did not send are sent by the next one', async () => {
    const kept = [eventNo(1), eventNo(2)];
    const settled: number[] = [];
    queue = open({
      kept,
      keep() {},
      settle: (rest) => settled.push(rest.length),
      finish: async () => {},
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(posted).toEqual([kept]);
    expect(settled).toEqual([0]);
  });
});

it('an id is a UUID of version 7 with the given time, and always a new one', () => {
  const at = new Date('2026-11-22T15:00:00.123Z');
  const ids = Array.from({ length: 1_000 }, () => newEventId(at));
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at.getTime());
  }
});

it.each([
  [undefined, 'ana', {}, 'has no key'],
  ['x'.repeat(65), 'ana', {}, 'has no key'],
  ['bought', undefined, {}, 'has no uid'],
  ['bought', 7, {}, 'has no uid'],
  ['bought', 'é'.repeat(129), {}, 'has no uid of 1 to 256 bytes'],
  ['bought', 'ana', { value: '7' }, 'is no number'],
  ['bought', 'ana', { value: Number.NaN }, 'is no number'],
  ['bought', 'ana', { at: 'yesterday' }, 'is no date'],
  ['bought', 'ana', { at: new Date('never') }, 'is no date'],
] as const)('RES-97: %s of %s with %j is no event, with a reason', (key, uid, tracking, why) => {
  expect(trackedEvent(key, uid, tracking)).toContain(why);
});

function isOf(user: string): (event: ReportedEvent) => boolean {
  return (event) => 'uid' in event && event.uid === user;
}

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/base/log.ts';
import { takePulse } from '../../platform/base/pulse.ts';
import type { Batch, NewEvent } from '../event-store.ts';
import { answeredSoon } from './answered-soon.ts';
import { openEventQueue } from './event-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const SILENCE = new Promise<never>(() => {});

const laneOf = (name: string) => ({
  companyId: `company of ${name}`,
  environmentId: name,
  isClient: false,
});
const A = laneOf('a');

type Append = Parameters<typeof openEventQueue>[0]['append'];

/** A queue, and what takes its database away. */
function openQueue(append: Append) {
  const pulse = takePulse();
  return { queue: openEventQueue({ append, pulse, log: createLog('silent') }), pulse };
}

it('RES-96, FAIR-19: when the database goes away, each caller of the queue is refused at once', async () => {
  const appended: Batch[] = [];
  const { queue, pulse } = openQueue((batch) => {
    appended.push(batch);
    return SILENCE;
  });
  const refused = () =>
    expect(queue.add(oneEvent(), A)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      cause: { message: 'frozen' },
    });
  // The first is being stored when the second arrives.
  const first = refused();
  await vi.advanceTimersByTimeAsync(60);
  const second = refused();
  await vi.advanceTimersByTimeAsync(4_000);
  pulse.lost(new Error('frozen'));
  await Promise.all([first, second]);
  expect(appended).toHaveLength(1);
  // Until the database responds again, callers are refused at once.
  expect(() => queue.add(oneEvent(), A)).toThrow(
    expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
  );
});

it('OPR-03, FAIR-19: a commit that takes four seconds is waited for, and its callers are answered', async () => {
  const { queue } = openQueue(async ({ events }) => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    return { exposures: [], events: events.map(() => true) };
  });
  const stored = queue.add(oneEvent(), A);
  await vi.advanceTimersByTimeAsync(4_060);
  expect((await stored).events).toEqual([true]);
});

it.each([
  ['whose query is cancelled is refused', true],
  ['that ends while it is cancelled is answered', false],
])('OPR-09, FAIR-19: a commit of five seconds %s', async (_what, isCancelled) => {
  const { queue } = openQueue(
    ({ events }, tooSlow) =>
      new Promise((resolve, reject) => {
        tooSlow.addEventListener('abort', () => {
          if (isCancelled) reject(new Error('canceling statement due to user request'));
          else resolve({ exposures: [], events: events.map(() => true) });
        });
      }),
  );
  const outcome = queue.add(oneEvent(), A).then(
    ({ events }) => events,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(5_060);
  if (isCancelled) expect(await outcome).toMatchObject({ code: 'SERVICE_BUSY' });
  else expect(await outcome).toEqual([true]);
});

it('FAIR-19: who waits for a database that does not even cancel is refused after six seconds', async () => {
  const { queue } = openQueue(() => SILENCE);
  const refused = expect(queue.add(oneEvent(), A)).rejects.toMatchObject({
    code: 'SERVICE_BUSY',
  });
  await vi.advanceTimersByTimeAsync(6_060);
  await refused;
});

it('RES-96, FAIR-19: the queries needed before an event can be judged give up when the database goes away, and after five seconds', async () => {
  const pulse = takePulse();
  const away = expect(answeredSoon(pulse, SILENCE)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  const slow = expect(answeredSoon(takePulse(), SILENCE)).rejects.toMatchObject({
    code: 'SERVICE_BUSY',
  });
  pulse.lost(new Error('frozen'));
  await away;
  await vi.advanceTimersByTimeAsync(5_000);
  await slow;
});

it('HOS-09, FAIR-16: a call of one event does not wait for ten calls of a thousand of another company', async () => {
  const commits: string[][] = [];
  const { queue } = openQueue(async ({ events }) => {
    commits.push([...new Set(events.map(({ environmentId }) => environmentId))]);
    await new Promise((resolve) => setTimeout(resolve, 10));
    return { exposures: [], events: events.map(() => true) };
  });
  const of = (name: string, count: number) => ({
    exposures: [],
    events: Array.from({ length: count }, () => ({ ...newEvent(), environmentId: name })),
  });
  const many = Array.from({ length: 10 }, () => queue.add(of('b', 1_000), laneOf('b')));
  const one = queue.add(of('a', 1), A);
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all([...many, one]);
  // The first is being stored, and the second began to wait, before the other company's call comes.
  expect(commits.slice(0, 2)).toEqual([['b'], ['b']]);
  expect(commits[2]).toContain('a');
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
  const { queue } = openQueue(async ({ events }) => {
    const names = events.map(({ environmentId }) => environmentId);
    appended.push(names);
    if (names.includes('bad')) throw new TypeError('a time that is none');
    if (names.includes('slow')) await held;
    return { exposures: [], events: events.map(() => true) };
  });
  const add = (lane: string, environmentId: string) =>
    queue.add({ exposures: [], events: [{ ...newEvent(), environmentId }] }, laneOf(lane));
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

import { afterEach, expect, it, vi } from 'vitest';
import { followSnapshot } from './follow-snapshot.ts';
import { STREAM_TIMES } from './follow-stream.ts';
import { understood } from './read-understood.ts';
import { type Service, ServiceRefusal } from './service.ts';

afterEach(() => {
  vi.useRealTimers();
});

const NO_TIME = { firstRetryMs: 1, longestRetryMs: 1, refusedRetryMs: { from: 1, to: 1 } };

it('SDK-13: a snapshot that cannot be applied is reported as such, and requested again', async () => {
  const closing = new AbortController();
  const asked: number[] = [];
  const told: unknown[] = [];
  const snapshot = { revision: 7 } as never; // The follower reads only the revision.
  const service: Service = {
    async fetchSnapshot({ revision }) {
      asked.push(revision);
      return { ...understood(snapshot), entityTag: undefined, fetchedAt: new Date() };
    },
    openStream: () => Promise.reject(new Error('no stream')),
    fetchJson: () => Promise.reject(new Error('not asked')),
    postEvents: () => Promise.reject(new Error('not asked')),
    fetchList: () => Promise.reject(new Error('not asked')),
  };
  const { ended } = followSnapshot({
    service,
    known: () => ({ revision: 0, entityTag: undefined }),
    times: { ...STREAM_TIMES, ...NO_TIME },
    isRefusal: () => false,
    closing: closing.signal,
    report: {
      onSnapshot() {
        throw new Error('disk full of bugs');
      },
      onChanges: () => false,
      onCurrent: () => told.push('CURRENT'),
      onConnected() {},
      onLists() {},
      onParts() {},
      onTrouble: (trouble, error) => told.push([trouble, error]),
    },
  });
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  closing.abort();
  await ended;
  expect(told[0]).toEqual([
    'UNUSABLE',
    expect.objectContaining({ cause: new Error('disk full of bugs') }),
  ]);
  expect(told).not.toContain('CURRENT');
});

it('asks again at each heartbeat while the service answers an older revision than the stream announced', async () => {
  const closing = new AbortController();
  const asked: number[] = [];
  let held = 0;
  let answered = 1;
  const stream = new TransformStream<string, string>();
  const writer = stream.writable.getWriter();
  const service: Service = {
    async fetchSnapshot({ revision }) {
      asked.push(revision);
      const snapshot = { revision: answered } as never; // The follower reads only the revision.
      return { ...understood(snapshot), entityTag: undefined, fetchedAt: new Date() };
    },
    openStream: async () => stream.readable,
    fetchJson: () => Promise.reject(new Error('not asked')),
    postEvents: () => Promise.reject(new Error('not asked')),
    fetchList: () => Promise.reject(new Error('not asked')),
  };
  const { ended } = followSnapshot({
    service,
    known: () => ({ revision: held, entityTag: undefined }),
    times: { ...STREAM_TIMES, ...NO_TIME },
    isRefusal: () => false,
    closing: closing.signal,
    report: {
      onSnapshot({ snapshot }) {
        held = snapshot.revision;
      },
      onChanges: () => false,
      onCurrent() {},
      onConnected() {},
      onLists() {},
      onParts() {},
      onTrouble() {},
    },
  });
  // One node announces revision 2; the node that answers cannot read it yet.
  await writer.write('event: revision\ndata: {"revision":2}\n\n');
  await expect.poll(() => asked).toEqual([0, 2]);
  answered = 2;
  await writer.write(': still here\n\n');
  await expect.poll(() => held).toBe(2);
  await writer.write(': still here\n\n');
  await writer.write(': still here\n\n');
  expect(asked).toEqual([0, 2, 2]);
  closing.abort();
  await writer.close();
  await ended;
});

it.each([
  ['as the service says', '5', 5_000],
  ['at most five minutes', '86400', 300_000],
])('CLT-06: a refused snapshot is asked for again %s', async (_how, retryAfter, waitMs) => {
  vi.useFakeTimers();
  const closing = new AbortController();
  let asked = 0;
  const service: Service = {
    async fetchSnapshot() {
      asked += 1;
      const response = new Response(null, { status: 429, headers: { 'retry-after': retryAfter } });
      throw new ServiceRefusal('too many', response, 'RATE_LIMITED');
    },
    openStream: () => Promise.reject(new Error('not asked')),
    fetchJson: () => Promise.reject(new Error('not asked')),
    postEvents: () => Promise.reject(new Error('not asked')),
    fetchList: () => Promise.reject(new Error('not asked')),
  };
  const { ended } = followSnapshot({
    service,
    known: () => ({ revision: 0, entityTag: undefined }),
    times: { ...STREAM_TIMES, ...NO_TIME },
    isRefusal: () => false,
    closing: closing.signal,
    report: {
      onSnapshot() {},
      onChanges: () => false,
      onCurrent() {},
      onConnected() {},
      onLists() {},
      onParts() {},
      onTrouble() {},
    },
  });
  await vi.advanceTimersByTimeAsync(waitMs - 1);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(5);
  expect(asked).toBe(2);
  closing.abort();
  await ended;
});

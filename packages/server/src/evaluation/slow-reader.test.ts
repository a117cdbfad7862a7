import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type FastifyRequest, fastify } from 'fastify';
import { expect, it, vi } from 'vitest';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.ts';
import type { CachedEnvironment } from '../snapshot/snapshots.ts';
import { openEventStream } from './event-stream.ts';

const EVENT = `data: ${'x'.repeat(1024 * 1024)}\n\n`;
/** More than the operating system buffers for a reader that does not read. */
const MOST_EVENTS = 50;

function otherThan(snapshot: LoadedSnapshot): LoadedSnapshot {
  return { ...snapshot, sent: {} as LoadedSnapshot['sent'] }; // A stream asks only whether it is another object.
}

/** A server that opens a stream for each request, after `before` has resolved. */
async function serveStreams(
  before: (request: FastifyRequest) => Promise<unknown> = async () => {},
  event = EVENT,
  stillMay?: () => Promise<boolean>,
) {
  const listeners = new Set<Parameters<CachedEnvironment['watch']>[0]>();
  const snapshot = { head: { revision: 1 }, lists: '' } as CachedEnvironment['snapshot']; // A stream reads nothing else of it.
  const environment: CachedEnvironment = {
    id: 'environment',
    snapshot,
    changesSince: () => undefined,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let places = 0;
  const takePlace = () => {
    places += 1;
    return () => {
      places -= 1;
    };
  };
  const opened: boolean[] = [];
  const streams: ServerResponse[] = [];
  const http = fastify();
  http.get('/', async (request, reply) => {
    await before(request);
    streams.push(reply.raw);
    openEventStream({
      reply,
      environment,
      staysOpen: () => true,
      eventSince: () => event,
      onHeartbeat() {},
      stillMay,
      stopping: new AbortController().signal,
      takePlace,
    });
    opened.push(true);
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return { http, port, listeners, snapshot, open: () => places, opened, streams };
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

it('a reader that does not keep up is disconnected; the others get every event', async () => {
  const { http, port, listeners, snapshot } = await serveStreams();
  const slow = connect(port, '127.0.0.1', () => slow.write(REQUEST));
  await once(slow, 'connect');
  slow.pause();
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  await expect.poll(() => listeners.size).toBe(2);

  let told = 0;
  let read = 0;
  while (listeners.size === 2 && told < MOST_EVENTS) {
    for (const tell of listeners) tell(otherThan(snapshot));
    told++;
    while (read < told * EVENT.length) read += (await reader.read()).value?.length ?? Number.NaN;
    await new Promise(setImmediate);
  }
  expect(listeners.size).toBe(1);
  expect(told).toBeGreaterThan(1);
  slow.destroy();
  await reader.cancel();
  await http.close();
});

it('a reader that does not keep up is disconnected when its stream ends, and nothing is written after that', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { http, port, listeners, snapshot, open, streams } = await serveStreams(
    undefined,
    EVENT.slice(0, 8 * 1024),
  );
  const slow = connect(port, '127.0.0.1', () => slow.write(REQUEST));
  await once(slow, 'connect');
  slow.pause();
  await expect.poll(() => listeners.size).toBe(1);
  const errors: unknown[] = [];
  streams[0]?.on('error', (error) => errors.push(error));
  // Fills what the operating system buffers, but not what a stream may hold.
  while (streams[0]?.writableLength === 0) {
    for (const tell of listeners) tell(otherThan(snapshot));
    await new Promise(setImmediate);
  }
  // The key is replaced; then the toggles change once more.
  for (const tell of listeners) tell(undefined);
  for (const tell of listeners) tell(otherThan(snapshot));
  vi.advanceTimersByTime(60_000);
  await new Promise(setImmediate);
  vi.useRealTimers();
  expect(errors).toEqual([]);
  expect([open(), listeners.size]).toEqual([0, 0]);
  slow.destroy();
  await http.close();
});

it('a reader that disconnects before its stream is open does not count towards the limit', async () => {
  const asked = Promise.withResolvers<void>();
  const { http, port, listeners, open, opened } = await serveStreams(async ({ raw }) => {
    asked.resolve();
    await once(raw.socket, 'close');
  });
  const reader = connect(port, '127.0.0.1', () => reader.write(REQUEST));
  await asked.promise;
  reader.destroy();
  await expect.poll(() => opened).toEqual([true]);
  expect([open(), listeners.size]).toEqual([0, 0]);
  await http.close();
});

it('FAIR-55: a stream stays while it cannot be asked whether its key still may, and ends when it may not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const asked: PromiseWithResolvers<boolean>[] = [];
  const { http, port, open } = await serveStreams(undefined, EVENT, () => {
    const answer = Promise.withResolvers<boolean>();
    asked.push(answer);
    return answer.promise;
  });
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  vi.advanceTimersByTime(20_000);
  expect(asked).toHaveLength(1);
  // An unavailable database takes its time; the next heartbeat does not ask a second time meanwhile.
  vi.advanceTimersByTime(20_000);
  expect(asked).toHaveLength(1);
  asked[0]?.resolve(true);
  await new Promise(setImmediate);
  expect(open()).toBe(1);
  vi.advanceTimersByTime(20_000);
  expect(asked).toHaveLength(2);
  asked[1]?.resolve(false);
  while (!(await reader.read()).done);
  await expect.poll(() => open()).toBe(0);
  vi.useRealTimers();
  await http.close();
});

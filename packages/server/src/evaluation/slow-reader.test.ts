import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import type { CachedEnvironment } from '../snapshot/snapshots.ts';
import { openEventStream } from './event-stream.ts';
import { createStreamLimit } from './stream-limit.ts';

const EVENT = `data: ${'x'.repeat(1024 * 1024)}\n\n`;
/** More than the operating system keeps for a reader that does not read. */
const MOST_EVENTS = 50;

it('a reader that does not keep up is dropped; the others are told everything', async () => {
  const listeners = new Set<Parameters<CachedEnvironment['watch']>[0]>();
  const snapshot = { head: { revision: 1 } } as CachedEnvironment['snapshot']; // All that a stream reads of it.
  const environment: CachedEnvironment = {
    id: 'environment',
    snapshot,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const http = fastify();
  http.get('/', async (_request, reply) => {
    const stopping = new AbortController().signal;
    const limit = createStreamLimit(MOST_EVENTS);
    openEventStream({
      reply,
      environment,
      staysOpen: () => true,
      eventOf: () => EVENT,
      onHeartbeat() {},
      stopping,
      limit,
    });
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo; // It listens on a port, not on a pipe.

  const slow = connect(port, '127.0.0.1', () => slow.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
  await once(slow, 'connect');
  slow.pause();
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  await expect.poll(() => listeners.size).toBe(2);

  let told = 0;
  let read = 0;
  while (listeners.size === 2 && told < MOST_EVENTS) {
    for (const tell of listeners) tell(snapshot);
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

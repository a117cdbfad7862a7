import type { Snapshot } from '@comporta/engine/snapshot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Client, createClient } from './edge.ts';
import { type Answer, type Network, networkWith, UNREACHABLE } from './test-support/network.ts';
import { recordingLogger } from './test-support/recording-logger.ts';
import { snapshotOf, toggleOf } from './test-support/snapshots.ts';

const opened: Client[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const client of opened.splice(0)) await client.close();
});

function open(network: Network, bootstrap?: Snapshot): Client {
  const client = createClient({
    url: 'http://comporta.test',
    key: 'key',
    live: false,
    bootstrap,
    fetch: network.fetch,
    logger: recordingLogger(),
  });
  opened.push(client);
  return client;
}

function revisionOf(revision: number): Snapshot {
  return snapshotOf({ revision, toggles: [toggleOf('colour', `at-${revision}`, 'STRING')] });
}

function serviceAt(revision: number): Answer {
  return ({ headers }) =>
    headers.get('if-none-match') === `"${revision}"`
      ? new Response(null, { status: 304 })
      : Response.json(revisionOf(revision), { headers: { etag: `"${revision}"` } });
}

const colour = (client: Client) => client.string('colour', {}, 'fallback');

describe('SDK-22: a client that is not live', () => {
  it('asks only when refresh() is called, and opens no stream', async () => {
    const network = networkWith(serviceAt(1));
    const client = open(network);
    expect(network.requests).toEqual([]);
    expect(await client.ready()).toBe(true);
    expect(await client.ready()).toBe(true);
    expect([colour(client), client.status().state]).toEqual(['at-1', 'READY']);
    await client.refresh();
    network.answer = serviceAt(2);
    await client.refresh({ maxAgeMs: 60_000 });
    expect(colour(client)).toBe('at-1');
    await client.refresh();
    expect(colour(client)).toBe('at-2');
    expect(network.requests).toEqual([0, 1, 1].map((n) => `/api/sdk/snapshot?revision=${n}`));
  });

  it('asks again when the clock was set back by years since the last request', async () => {
    vi.useFakeTimers({ now: new Date('2036-01-01'), toFake: ['Date'] });
    const network = networkWith(serviceAt(1));
    const client = open(network);
    await client.refresh();
    vi.setSystemTime('2026-01-01');
    network.answer = serviceAt(2);
    await client.refresh({ maxAgeMs: 60_000 });
    expect(colour(client)).toBe('at-2');
  });

  it('keeps its values while the service is unavailable, and reports STALE', async () => {
    const network = networkWith(UNREACHABLE);
    const client = open(network, revisionOf(4));
    expect(await client.ready()).toBe(true);
    expect([colour(client), client.status().state]).toEqual(['at-4', 'STALE']);
    expect(await open(network).refresh({ maxAgeMs: 60_000 })).toBe(false);
    network.answer = serviceAt(5);
    await client.refresh();
    expect([colour(client), client.status().state]).toEqual(['at-5', 'READY']);
  });

  it('waits for no request but its own, and drops a response that a newer one has overtaken', async () => {
    const slow = Promise.withResolvers<Response>();
    const network = networkWith(() => slow.promise);
    const client = open(network);
    const first = client.refresh();
    network.answer = serviceAt(2);
    expect(await client.refresh()).toBe(true);
    slow.resolve(Response.json(revisionOf(1)));
    expect(await first).toBe(true);
    expect(colour(client)).toBe('at-2');
  });
});

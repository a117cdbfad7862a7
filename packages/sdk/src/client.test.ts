import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as eventLoopTurn, setTimeout as pause } from 'node:timers/promises';
import type { Snapshot } from '@comporta/engine/snapshot';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { readSnapshotFile } from './node/snapshot-file.ts';
import { type Client, type ClientOptions, createClient } from './sdk.ts';
import {
  type Answer,
  type Network,
  networkWith,
  SILENT,
  streamOf,
  UNREACHABLE,
} from './test-support/network.ts';
import { type RecordingLogger, recordingLogger } from './test-support/recording-logger.ts';
import { snapshotOf, toggleOf } from './test-support/snapshots.ts';

const STREAM = '/api/sdk/stream';
const NOBODY = {};
/** Each poll advances the faked clock by the interval. */
const SOON = { timeout: 30_000, interval: 1 };
const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-sdk-'));
const opened: Client[] = [];
const networks: Network[] = [];

afterEach(async () => {
  vi.useRealTimers();
  // A client that is closed waits for a last report.
  for (const network of networks.splice(0)) network.answer = UNREACHABLE;
  for (const client of opened.splice(0)) await client.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

function open(network: Network, options: Partial<ClientOptions> = {}) {
  const logger = recordingLogger();
  const client = createClient({
    url: 'http://comporta.test/base',
    key: 'key',
    pollIntervalMs: 20,
    fetch: network.fetch,
    logger,
    ...options,
  });
  opened.push(client);
  networks.push(network);
  return { client, logger };
}

it('COV-08: an unknown toggle is reported once by its name, of at most 100 names', async () => {
  const { client, logger } = open(networkWith(serviceWith(() => revisionOf(1), SILENT)));
  client.boolean('new-checkout', NOBODY, false); // There are no values yet: that says nothing about the toggle.
  await client.ready();
  const before = logger.lines.length;
  expect(client.boolean('new-checkout', NOBODY, false)).toBe(false);
  expect(client.details('new-checkout', NOBODY, false).errorCode).toBe('FLAG_NOT_FOUND');
  expect(colour(client)).toBe('at-1');
  const warnings = () => logger.lines.slice(before).filter((line) => line.includes('no toggle'));
  expect(warnings()).toEqual([
    expect.stringMatching(/^warn Comporta: the environment \w+ has no toggle "new-checkout", so/),
  ]);
  for (let name = 0; name < 200; name++) client.string(`made-up-${name}`, NOBODY, '');
  expect(warnings()).toHaveLength(100);
});

function revisionOf(revision: number): Snapshot {
  return snapshotOf({ revision, toggles: [toggleOf('colour', `at-${revision}`, 'STRING')] });
}

function colour(client: Client): string {
  return client.string('colour', NOBODY, 'fallback');
}

/** A service that responds with the snapshot of `current()` and the stream of `stream`. */
function serviceWith(current: () => Snapshot, stream: Answer): Answer {
  return (request) => {
    if (request.url.includes(STREAM)) return stream(request);
    const entityTag = `"${current().revision}"`;
    if (request.headers.get('if-none-match') === entityTag) {
      return new Response(null, { status: 304 });
    }
    return Response.json(current(), { headers: { etag: entityTag } });
  };
}

const status = (code: number) => () => new Response('<html>', { status: code });
const revisionEvent = (revision: number) => `event: revision\ndata: {"revision":${revision}}\n\n`;
const quietStream: Answer = (request) => streamOf(revisionEvent(1), request);

function warnings({ lines }: RecordingLogger): readonly string[] {
  return lines.filter((line) => !line.startsWith('info'));
}

describe('a client', () => {
  it('keeps the path of the URL in its requests, and sends its key and user agent', async () => {
    let asked: Request | undefined;
    const answer = serviceWith(() => revisionOf(1), quietStream);
    const network = networkWith((request) => {
      asked ??= request;
      return answer(request);
    });
    const { client } = open(network);
    expect(await client.ready()).toBe(true);
    expect(network.requests[0]).toBe('/base/api/sdk/snapshot?revision=0');
    expect(asked?.headers.get('authorization')).toBe('Bearer key');
    expect(asked?.headers.get('user-agent')).toMatch(/^comporta-sdk\/\d+\.\d+\.\d+ node\/\d+/);
  });

  it('SDK-12: is not created without a valid URL and key', () => {
    const opening = (options: object) => () => createClient(options as ClientOptions); // Untyped callers.
    for (const url of ['comporta', 'localhost:8080', 'ftp://comporta.test', '', undefined]) {
      expect(opening({ url, key: 'key' })).toThrow('option url');
    }
    for (const key of [undefined, '', 'a\nb', ' key', 'chave-é']) {
      expect(opening({ url: 'http://comporta.test', key })).toThrow('option key');
    }
  });

  it('SDK-04: logs only once that contexts cannot be read', () => {
    const { client, logger } = open(networkWith(SILENT), { bootstrap: revisionOf(1) });
    const nobody = undefined as unknown as object; // An untyped caller may pass this.
    for (let call = 0; call < 3; call++) expect(client.string('colour', nobody, 'x')).toBe('at-1');
    expect(logger.lines).toEqual([expect.stringContaining('a context could not be read')]);
  });

  it('SDK-11: is ready without delay when the service refuses connections', async () => {
    // The clock is faked and does not advance, so a wait would time the test out.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { client } = open(networkWith(UNREACHABLE));
    expect(await client.ready()).toBe(false);
    expect(client.status().state).toBe('UNREACHABLE');
  });

  it('SDK-11: waits longer for the service when a timeout is given', async () => {
    const network = networkWith(UNREACHABLE);
    const { client } = open(network);
    await client.ready();
    const waiting = client.ready({ timeoutMs: 10_000 });
    network.answer = serviceWith(() => revisionOf(1), quietStream);
    expect(await waiting).toBe(true);
    expect(client.status().state).toBe('READY');
  });

  it('SDK-14: closes within two seconds whatever fetch does, and writes its file', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const file = path.join(folder, 'deaf');
    const deaf = serviceWith(() => revisionOf(1), SILENT);
    const fetch = async (url: string | URL | Request, init?: RequestInit) =>
      deaf(new Request(url, { headers: new Headers(init?.headers) }));
    const { client } = open(networkWith(SILENT), { file, fetch });
    await client.ready();
    const closed = client.close();
    await vi.advanceTimersByTimeAsync(1_999);
    await closed;
    expect(readSnapshotFile(file, 'key')).toMatchObject({ snapshot: { revision: 1 } });
  });

  it('serves fallbacks until there are values, and reports that it is not ready', async () => {
    const { client } = open(networkWith(UNREACHABLE));
    expect(colour(client)).toBe('fallback');
    expect(await client.ready({ timeoutMs: 50 })).toBe(false);
    expect(client.status()).toMatchObject({
      state: 'UNREACHABLE',
      revision: undefined,
      snapshotAgeMs: undefined,
      connected: false,
      lastError: { message: 'fetch failed: connect ECONNREFUSED' },
    });
  });

  it('polls when the stream is unavailable, and logs that once', async () => {
    let revision = 1;
    const network = networkWith(serviceWith(() => revisionOf(revision), status(502)));
    const { client, logger } = open(network);
    const changes: unknown[] = [];
    client.onChange((change) => changes.push(change));
    expect(await client.ready()).toBe(true);
    revision = 2;
    await expect.poll(() => colour(client)).toBe('at-2');
    await expect.poll(() => network.requests.length).toBeGreaterThan(8);
    expect(changes).toEqual([{ revision: 2, toggles: ['colour'] }]);
    expect(client.status()).toMatchObject({ state: 'READY', connected: false });
    expect(warnings(logger)).toEqual([
      'warn Comporta: the stream is lost, changes are fetched by polling: GET api/sdk/stream answered 502',
    ]);
  });

  it('keeps its values while the service is unavailable, reports their age, and recovers', async () => {
    const good = serviceWith(() => revisionOf(1), status(404));
    const network = networkWith(good);
    const { client, logger } = open(network);
    const states: string[] = [];
    client.onStateChange((state) => states.push(state));
    await client.ready();
    for (const bad of [UNREACHABLE, status(500), () => new Response('<html>portal</html>')]) {
      network.answer = bad;
      await expect.poll(() => client.status().state).toBe('STALE');
      await pause(30);
      expect(client.status().snapshotAgeMs).toBeGreaterThan(25);
      expect(colour(client)).toBe('at-1');
      network.answer = good;
      await expect.poll(() => client.status().state).toBe('READY');
    }
    expect(states).toEqual(['READY', 'STALE', 'READY', 'STALE', 'READY', 'STALE', 'READY']);
    expect(logger.lines.filter((line) => line.includes('unreachable'))).toHaveLength(3);
  });

  it('keeps the last good snapshot when the next one is invalid', async () => {
    const broken = { ...revisionOf(2), toggles: undefined };
    let current: object = revisionOf(1);
    const network = networkWith((request) =>
      request.url.includes(STREAM) ? status(404)() : Response.json(current),
    );
    const { client } = open(network);
    await client.ready();
    current = broken;
    await expect.poll(() => client.status().state).toBe('STALE');
    expect(colour(client)).toBe('at-1');
    current = revisionOf(3);
    await expect.poll(() => colour(client)).toBe('at-3');
  });

  it('SDK-02: uses the parts of a newer snapshot that it understands, and logs the others', async () => {
    const scheduled = (toggleId: string) => ({
      id: `experiment of ${toggleId}`,
      toggleId,
      status: 'ACTIVE',
      salt: 'salt',
      buckets: 10_000,
      rules: [{ type: 'SCHEDULE', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } }],
    });
    const toggles = [toggleOf('kill-switch', 'enabled'), toggleOf('scheduled')];
    let current: object = snapshotOf({ toggles });
    const network = networkWith((request) =>
      request.url.includes(STREAM) ? status(404)() : Response.json(current),
    );
    const { client, logger } = open(network);
    await client.ready();
    expect(client.boolean('kill-switch', NOBODY, false)).toBe(true);
    const killed = [toggleOf('kill-switch', 'disabled'), toggleOf('scheduled')];
    const experiments = [scheduled('id-of-scheduled')];
    current = { ...snapshotOf({ revision: 2, toggles: killed }), format: 2, experiments };
    await expect.poll(() => client.boolean('kill-switch', NOBODY, true)).toBe(false);
    expect(client.boolean('scheduled', NOBODY, true)).toBe(false);
    expect(client.details('scheduled', NOBODY, true)).toMatchObject({
      value: false,
      reason: 'ERROR',
      errorCode: 'PARSE_ERROR',
    });
    current = { ...current, revision: 3 };
    await expect.poll(() => client.status()).toMatchObject({ state: 'READY', revision: 3 });
    expect(warnings(logger).filter((line) => line.includes('newer SDK'))).toEqual([
      'warn Comporta: the toggle scheduled needs a newer SDK and returns its default: rule type SCHEDULE',
    ]);
  });

  it('401: reports that the key is rejected, retries rarely, and keeps its values', async () => {
    const network = networkWith(serviceWith(() => revisionOf(1), status(404)));
    const { client, logger } = open(network);
    await client.ready();
    // The client may request the stream or the snapshot next. Only the snapshot rejects the key.
    network.answer = (request) => status(request.url.includes(STREAM) ? 404 : 401)();
    await expect.poll(() => client.status().state).toBe('REFUSED');
    const { length } = network.requests;
    await pause(200);
    expect(network.requests).toHaveLength(length);
    expect(colour(client)).toBe('at-1');
    expect(logger.lines.at(-1)).toBe(
      'error Comporta: the service refuses the key: GET api/sdk/snapshot?revision=1 answered 401',
    );
  });

  it('401: without values it is not ready, and ready() resolves at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { client } = open(networkWith(status(401)));
    expect(await client.ready({ timeoutMs: 5_000 })).toBe(false);
  });

  it('sends one request for revisions that arrive together, and accepts an older one of a restored backup', async () => {
    let revision = 5;
    const network = networkWith(
      serviceWith(
        () => revisionOf(revision),
        (request) => {
          revision = 3;
          return streamOf([1, 2, 3].map(revisionEvent).join(''), request);
        },
      ),
    );
    const { client } = open(network);
    await expect.poll(() => colour(client)).toBe('at-3');
    expect(client.status()).toMatchObject({ state: 'READY', connected: true, revision: 3 });
    expect(network.requests).toEqual([
      '/base/api/sdk/snapshot?revision=0',
      '/base/api/sdk/stream?changes=%225%22',
      '/base/api/sdk/snapshot?revision=3',
    ]);
  });

  it('SDK-01: aborts a stream that is silent for 50 s, and a snapshot request after 15 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const network = networkWith(serviceWith(() => revisionOf(1), quietStream));
    const { client } = open(network);
    await vi.waitUntil(() => client.status().connected, SOON);
    await vi.advanceTimersByTimeAsync(49_000);
    expect(network.requests).toHaveLength(2);
    network.answer = SILENT;
    await vi.advanceTimersByTimeAsync(2_000);
    // No time passes meanwhile, as it would in `waitUntil`: from here on each second counts.
    while (network.requests.length < 3) await eventLoopTurn();
    // It asks the stream again, and after its 10 s the snapshot.
    await vi.advanceTimersByTimeAsync(11_000);
    const snapshots = () => network.requests.filter((path) => path.includes('/snapshot'));
    while (snapshots().length < 2) await eventLoopTurn();
    await vi.advanceTimersByTimeAsync(13_000);
    expect(client.status().state).toBe('READY');
    await vi.advanceTimersByTimeAsync(3_000);
    await vi.waitUntil(() => client.status().state === 'STALE', SOON);
    expect(client.status().lastError?.message).toBe('No answer within 15000 ms');
    expect(colour(client)).toBe('at-1');
  });

  it('polls when a proxy buffers the stream', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const network = networkWith(
      serviceWith(
        () => revisionOf(1),
        (request) => streamOf('', request),
      ),
    );
    const { client, logger } = open(network);
    await vi.waitUntil(() => network.requests.length === 2, SOON);
    await vi.advanceTimersByTimeAsync(11_000);
    await vi.waitUntil(() => network.requests.length === 4, SOON);
    expect(warnings(logger)).toEqual([
      'warn Comporta: the stream is lost, changes are fetched by polling: No answer within 10000 ms',
    ]);
    expect(client.status()).toMatchObject({ state: 'READY', connected: false });
  });

  it('keeps working when a listener throws', async () => {
    let revision = 1;
    const network = networkWith(serviceWith(() => revisionOf(revision), status(404)));
    const { client, logger } = open(network);
    await client.ready();
    const heard: number[] = [];
    client.onChange(() => {
      throw new Error('oops');
    });
    const stop = client.onChange((change) => heard.push(change.revision));
    revision = 2;
    await expect.poll(() => heard).toEqual([2]);
    expect(logger.lines).toContain('error Comporta: a listener threw: oops');
    stop();
    revision = 3;
    await expect.poll(() => colour(client)).toBe('at-3');
    expect(heard).toEqual([2]);
  });

  it('is not ready when a proxy answers 304 and there are no values yet', async () => {
    const { client } = open(networkWith(() => new Response(null, { status: 304 })));
    expect(await client.ready()).toBe(false);
    expect(client.status().state).toBe('UNREACHABLE');
  });

  it('keeps working when its logger throws or lacks methods', async () => {
    const good = serviceWith(() => revisionOf(1), status(404));
    const network = networkWith(UNREACHABLE);
    const logger = {
      warn() {
        throw new Error('the disk is full');
      },
    } as unknown as RecordingLogger; // An untyped caller may pass this.
    const { client } = open(network, { logger });
    for (const [answer, state] of [
      [UNREACHABLE, 'UNREACHABLE'],
      [good, 'READY'],
      [status(500), 'STALE'],
      [good, 'READY'],
      [status(401), 'REFUSED'],
    ] as const) {
      network.answer = answer;
      await expect.poll(() => client.status().state).toBe(state);
    }
    expect(colour(client)).toBe('at-1');
  });

  it.each([Number.NaN, 0, -1])(
    'uses the default interval when pollIntervalMs is %d',
    async (pollIntervalMs) => {
      vi.useFakeTimers();
      const network = networkWith(UNREACHABLE);
      open(network, { pollIntervalMs });
      await vi.advanceTimersByTimeAsync(200);
      expect(network.requests.length).toBeLessThan(20);
    },
  );

  it('waits for the service without limit when the timeout is infinite', async () => {
    const network = networkWith(UNREACHABLE);
    const { client } = open(network);
    await client.ready();
    const waiting = client.ready({ timeoutMs: Number.POSITIVE_INFINITY });
    await pause(20);
    network.answer = serviceWith(() => revisionOf(1), quietStream);
    expect(await waiting).toBe(true);
  });

  it('sends no requests after close(), and still returns values', async () => {
    const network = networkWith(serviceWith(() => revisionOf(1), quietStream));
    const { client, logger } = open(network);
    await vi.waitUntil(() => client.status().connected, SOON);
    await client.close();
    await client.close();
    const { length } = network.requests;
    await pause(50);
    expect(network.requests).toHaveLength(length);
    expect(client.status()).toMatchObject({ state: 'CLOSED', connected: false });
    expect(colour(client)).toBe('at-1');
    expect(logger.lines).toEqual([]);
  });
});

describe('before the service answers, a client', () => {
  it('serves the values of its bootstrap at once', async () => {
    const { client } = open(networkWith(UNREACHABLE), { bootstrap: revisionOf(4) });
    expect(colour(client)).toBe('at-4');
    expect(await client.ready()).toBe(true);
    expect(client.status()).toMatchObject({ state: 'STALE', snapshotAgeMs: undefined });
  });

  it('SDK-02: starts with any bootstrap, valid or not', async () => {
    const toggles = [toggleOf('colour', 'at-4', 'STRING'), null, { id: 'no-name' }];
    for (const odd of [
      { toggles },
      { toggles, properties: [null] },
      { toggles, experiments: [{}] },
    ]) {
      const bootstrap = { ...revisionOf(4), ...odd };
      expect(colour(open(networkWith(UNREACHABLE), { bootstrap }).client)).toBe('at-4');
    }
    for (const bootstrap of [{}, [], { ...revisionOf(4), revision: '4' }]) {
      expect(colour(open(networkWith(UNREACHABLE), { bootstrap }).client)).toBe('fallback');
    }
  });

  it('serves the last good values from its file, and knows their age', async () => {
    const file = path.join(folder, 'last-good');
    const online = open(networkWith(serviceWith(() => revisionOf(6), quietStream)), { file });
    await online.client.ready();
    await online.client.close();

    const network = networkWith(UNREACHABLE);
    const { client, logger } = open(network, { file, bootstrap: revisionOf(5) });
    expect(colour(client)).toBe('at-6');
    expect(client.status().snapshotAgeMs).toBeLessThan(60_000);
    expect(await client.ready()).toBe(true);
    network.answer = serviceWith(() => revisionOf(6), status(404));
    await expect.poll(() => client.status().state).toBe('READY');
    expect(logger.lines[0]).toContain('unreachable');

    const newer = open(networkWith(UNREACHABLE), { file, bootstrap: revisionOf(7) });
    expect(colour(newer.client)).toBe('at-7');
  });

  it('ignores a damaged file, a file of another key and an invalid bootstrap', async () => {
    const file = path.join(folder, 'unusable');
    writeFileSync(file, 'comporta-snapshot-1 abc\n{}');
    const damaged = open(networkWith(UNREACHABLE), { file, bootstrap: { toggles: 1 } });
    expect(colour(damaged.client)).toBe('fallback');
    expect(damaged.logger.lines).toEqual([
      `warn Comporta: ${file} is damaged and is ignored`,
      'warn Comporta: the bootstrap is not a snapshot and is ignored',
    ]);

    const good = open(networkWith(serviceWith(() => revisionOf(1), quietStream)), { file });
    await good.client.ready();
    await good.client.close();
    expect(readSnapshotFile(file, 'key')).toMatchObject({ snapshot: { revision: 1 } });
    const other = open(networkWith(UNREACHABLE), { file, key: 'another' });
    expect(colour(other.client)).toBe('fallback');
    expect(other.logger.lines).toEqual([
      `warn Comporta: ${file} belongs to another key and is ignored`,
    ]);
  });
});

import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { keepListFiles } from '@comporta/client-core/node/keep-list-files';
import { evaluate } from '@comporta/engine/evaluate';
import { SNAPSHOT_FORMAT, type Snapshot } from '@comporta/engine/snapshot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { createLog } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { cacheEdgeSnapshots, type EdgeSnapshots } from './edge-snapshots.ts';
import { type Feed, openFeed } from './feed.ts';
import { snapshotFilesIn } from './snapshot-files.ts';
import { upstreamAt } from './upstream.ts';

const KEY = 'cpt_env_of-a-test';
const environment = { id: newId(), name: 'Production' };
let folder: string;
let upstream: Server;
let url: string;
let sent: object;
let stream: ServerResponse | undefined;
/** The revisions that snapshots were requested with. */
let asked: string[];
/** Answers in place of the upstream; undefined lets the upstream answer. */
let refuse: ((response: ServerResponse) => void) | undefined;
let snapshots: EdgeSnapshots;
let feed: Feed;

function snapshotOf(revision: number, value: string): Snapshot {
  return {
    format: SNAPSHOT_FORMAT,
    environment,
    application: { id: newId(), name: 'Shop' },
    revision,
    properties: [],
    targetGroups: [],
    toggles: [
      { id: 'colour', name: 'colour', values: [value], defaultValue: value, valueType: 'STRING' },
    ],
    experiments: [],
  };
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-feed-'));
  sent = snapshotOf(1, 'red');
  refuse = undefined;
  asked = [];
  upstream = createServer((request, response) => {
    if (refuse !== undefined) return refuse(response);
    if (!request.url?.includes('/stream?')) {
      asked.push(request.url?.split('=')[1] ?? '');
      return response.end(JSON.stringify(sent));
    }
    stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
    return stream.write('id: 1\r\nevent: revision\r\ndata: {"revision":1}\r\n\r\n');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo; // It listens on a port.
  url = `http://127.0.0.1:${port}`;
  snapshots = cacheEdgeSnapshots({ isIncomplete: () => false, refresh: async () => {} });
  feed = openFeed({
    upstream: upstreamAt(url),
    credential: { key: KEY },
    keys: { keyHash: hashSecret(KEY) },
    kept: undefined,
    snapshots,
    files: snapshotFilesIn(folder, createLog('silent')),
    listFiles: keepListFiles(
      (id) => path.join(folder, `${id}.list`),
      () => {},
    ),
    log: createLog('silent'),
  });
  await expect.poll(() => feed.status()).toMatchObject({ revision: 1, connected: true });
});
afterEach(async () => {
  await feed.close();
  upstream.close();
  upstream.closeAllConnections();
  // The feed may still be writing its last snapshot there.
  await rm(folder, { recursive: true, maxRetries: 10 });
});

async function colour(): Promise<string | undefined> {
  const held = await snapshots.ofKey(KEY);
  return held && evaluate(held.environment.snapshot.compiled, 'colour', { properties: {} })?.value;
}

/** Sends a change over the stream with the line ends that a proxy may use. */
function announce(revision: number, snapshot: object, lineEnd: string): void {
  sent = snapshot;
  const lines = [`id: ${revision}`, 'event: revision', `data: {"revision":${revision}}`, '', ''];
  stream?.write(lines.join(lineEnd));
}

describe('the feed of an environment', () => {
  it('SDK-15: gets changes whatever the line ends of the stream', async () => {
    for (const [index, lineEnd] of ['\r\n', '\r', '\n'].entries()) {
      const revision = index + 2;
      announce(revision, snapshotOf(revision, `at-${revision}`), lineEnd);
      await expect.poll(colour).toBe(`at-${revision}`);
    }
  });

  it('SDK-02: takes a snapshot of a newer service, and passes all of it on', async () => {
    const newer = {
      ...snapshotOf(2, 'blue'),
      format: 2,
      toggles: [...snapshotOf(2, 'blue').toggles, null, { id: 'odd', name: 'odd' }],
      experiments: [{ id: 'x', toggleId: 'odd', status: 'SCHEDULED', rules: [] }],
    };
    announce(2, newer, '\n');
    await expect.poll(colour).toBe('blue');
    // What is no object is no part, of whatever release.
    const toggles = newer.toggles.filter((toggle) => toggle !== null);
    const held = (await snapshots.ofKey(KEY))?.environment.snapshot.sent;
    expect(held).toEqual({ ...newer, toggles });
  });

  it('SDK-16: trusts no part of a response: invalid items are left out', async () => {
    const odd = [null, 5, 'text', [], {}, { id: 1 }, { id: 'x', name: 'x', key: 'x' }];
    for (const [index, list] of (
      ['properties', 'targetGroups', 'experiments'] as const
    ).entries()) {
      const snapshot = snapshotOf(index + 2, `at-${index + 2}`);
      announce(index + 2, { ...snapshot, [list]: odd }, '\n');
      await expect.poll(colour).toBe(`at-${index + 2}`);
    }
    const last = snapshotOf(5, 'last');
    announce(5, { ...last, toggles: [...odd, ...last.toggles] }, '\n');
    await expect.poll(colour).toBe('last');
    announce(6, { ...last, revision: 6, toggles: { colour: 'none' } }, '\n');
    await expect.poll(() => feed.status().connected).toBe(false);
    expect(await colour()).toBe('last');
  });

  it('keeps its snapshot when the response is not a snapshot', async () => {
    announce(2, { ...snapshotOf(2, 'blue'), toggles: undefined }, '\n');
    await expect.poll(() => feed.status().connected).toBe(false);
    expect(await colour()).toBe('red');
    announce(2, snapshotOf(3, 'green'), '\n');
    await expect.poll(colour).toBe('green');
  });

  it('asks the upstream once more for all clients that wait, whatever revisions they name', async () => {
    asked = [];
    const first = feed.refresh(2);
    await Promise.all([first, ...Array.from({ length: 200 }, (_, place) => feed.refresh(place))]);
    expect(asked).toEqual(['2', '199']);
    sent = snapshotOf(300, 'blue');
    await Promise.all([feed.refresh(300), feed.refresh(300), feed.refresh(299)]);
    expect(asked).toEqual(['2', '199', '300']);
  });

  it('keeps its snapshot when a proxy answers 401', async () => {
    refuse = (response) => response.writeHead(401).end('<html>Who are you?</html>');
    stream?.end();
    await expect.poll(() => feed.status().connected).toBe(false);
    await feed.refresh(2);
    expect(feed.status()).toMatchObject({ revision: 1, refused: false });
    expect(await colour()).toBe('red');
  });

  it('is closed and its file removed when the upstream says that the key is not valid', async () => {
    await expect.poll(() => readdirSync(folder)).toEqual([`${environment.id}.snapshot`]);
    refuse = (response) => response.writeHead(401).end('{"error_code":"UNAUTHORIZED"}');
    stream?.end();
    await expect.poll(() => feed.status()).toMatchObject({ revision: undefined, refused: true });
    expect(await colour()).toBeUndefined();
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });

  it('S11: refuses a replaced key within a second, however long the service tells clients to wait', async () => {
    stream?.write('retry: 4000\n\n');
    announce(2, snapshotOf(2, 'blue'), '\n');
    await expect.poll(colour).toBe('blue');
    refuse = (response) => response.writeHead(401).end('{"error_code":"UNAUTHORIZED"}');
    stream?.end();
    await expect.poll(colour, { timeout: 1_000 }).toBeUndefined();
  });

  it('SDK-05: takes a client key until it is replaced', async () => {
    const clientsOf = (key: string) => ({
      ...environment,
      clients: { keyHash: hashSecret(key), origins: ['https://shop.example.com'] },
    });
    announce(2, { ...snapshotOf(2, 'blue'), environment: clientsOf('cpt_web_1') }, '\n');
    await expect.poll(() => kindOf('cpt_web_1')).toBe('CLIENT_KEY');
    expect(await kindOf(KEY)).toBe('ENVIRONMENT_KEY');
    announce(3, { ...snapshotOf(3, 'red'), environment: clientsOf('cpt_web_2') }, '\n');
    await expect.poll(() => kindOf('cpt_web_2')).toBe('CLIENT_KEY');
    expect(await kindOf('cpt_web_1')).toBeUndefined();
    expect(await kindOf(KEY)).toBe('ENVIRONMENT_KEY');
  });
});

async function kindOf(key: string) {
  return (await snapshots.ofKey(key))?.kind;
}

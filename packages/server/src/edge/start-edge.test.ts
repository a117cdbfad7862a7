import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SNAPSHOT_FORMAT, type Snapshot } from '@comporta/engine/snapshot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { createLog } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { readConfig } from '../platform/config/config.ts';
import { exitCodeOfStartFailure, explainStartFailure } from '../process/start-failure.ts';
import { findFreePort } from '../testing/spawned-service.ts';
import { snapshotFilesIn } from './snapshot-files.ts';
import { startEdge } from './start-edge.ts';

const KEY = 'cpt_acc_of-a-test';
const SERVICE_KEY = 'cpt_svc_of-a-test';
/** No server listens at this address. */
const AWAY = 'http://127.0.0.1:1';
const log = createLog('silent');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-edge-'));
});
// A node that is stopped may still be writing what it keeps.
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

/** The snapshots in the folder of a node. */
function storedIn(dataDir: string): string[] {
  const names = readdirSync(path.join(dataDir, 'edge'));
  return names.filter((name) => name.endsWith('.snapshot')).sort();
}

function snapshotOf(id: string): Snapshot {
  return {
    format: SNAPSHOT_FORMAT,
    environment: {
      id,
      name: 'Production',
      clients: { keyHash: hashSecret(`cpt_web_${id}`), origins: [] },
    },
    application: { id: newId(), name: 'Shop' },
    revision: 1,
    properties: [],
    targetGroups: [],
    toggles: [],
    experiments: [],
  };
}

/** Writes the file that a node stores for an environment with only a client key. */
async function keep(id: string, key: string): Promise<void> {
  const snapshot = snapshotOf(id);
  const of = { keyHash: '', openedBy: hashSecret(key), entityTag: '"1"' };
  const currentAt = new Date().toISOString();
  const files = snapshotFilesIn(path.join(folder, 'edge'), log);
  await files.readAll(new Set());
  await files.write({ ...of, snapshot, sent: snapshot, currentAt });
}

it.each([KEY, SERVICE_KEY])(
  'OPS-06, IDN-52: starts with each stored environment of %s, including those with only a client key',
  async (key) => {
    const ids = [newId(), newId()];
    for (const id of ids) await keep(id, key);
    // The remains of a node that was killed while it wrote.
    writeFileSync(
      path.join(folder, 'edge', `${ids[0]}.snapshot.${newId()}.tmp`),
      'comporta-edge-1',
    );
    const port = await findFreePort();
    const config = readConfig({ DATA_DIR: folder, PORT: `${port}` });
    const service = await startEdge({ config, log, upstream: AWAY, keys: [key] });
    const answer = await fetch(`http://127.0.0.1:${port}/status`);
    const { environments } = (await answer.json()) as { environments: { environmentId: string }[] };
    await service.stop();
    expect(environments.map(({ environmentId }) => environmentId).sort()).toEqual(ids.sort());
    expect(storedIn(folder)).toEqual(ids.map((id) => `${id}.snapshot`).sort());
  },
);

it('FAIR-73: packages are fetched from the service, not from an edge', async () => {
  const port = await findFreePort();
  const config = readConfig({ DATA_DIR: folder, PORT: `${port}` });
  const service = await startEdge({ config, log, upstream: AWAY, keys: [KEY] });
  const answer = await fetch(`http://127.0.0.1:${port}/packages/@comporta%2fweb`);
  const { error_code: code } = (await answer.json()) as { error_code: string };
  await service.stop();
  expect([answer.status, code]).toEqual([404, 'NOT_FOUND']);
});

describe('OPR-02: a key that the upstream refuses', () => {
  const lines: { level: string; key?: string; msg: string }[] = [];
  const heard = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) });
  const WORKING = 'cpt_env_that-works';
  const upstream = createServer(({ url, headers }, response) => {
    if (headers.authorization !== `Bearer ${WORKING}`) {
      response.writeHead(401).end(JSON.stringify({ error_code: 'UNAUTHORIZED' }));
    } else if (url?.endsWith('/stream')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: revision\ndata: {"revision":1}\n\n');
    } else response.end(JSON.stringify(snapshotOf(newId())));
  });
  let edge: Awaited<ReturnType<typeof startEdge>> | undefined;
  let port: number;

  beforeEach(async () => {
    lines.length = 0;
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await edge?.stop();
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
  });

  async function start(keys: readonly string[]): Promise<unknown> {
    port = await findFreePort();
    const config = readConfig({ DATA_DIR: folder, PORT: `${port}` });
    const { port: upstreamPort } = upstream.address() as AddressInfo; // It listens on a port.
    const url = `http://127.0.0.1:${upstreamPort}`;
    edge = await startEdge({ config, log: heard, upstream: url, keys });
    return edge.failed?.catch((error: unknown) => error);
  }

  const readiness = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;

  it.each(['cpt_env_of-a-test', KEY, SERVICE_KEY])(
    '%s: one error line, never ready, and exit code 78, because nothing is kept on disk',
    async (key) => {
      const failure = await start([key]);
      expect(exitCodeOfStartFailure(failure)).toBe(78);
      expect(explainStartFailure(failure)).toMatch(/refuses the key.*COMPORTA_KEY/);
      expect(await readiness()).toBe(503);
      expect(lines).toEqual([expect.objectContaining({ level: 'error' })]);
    },
  );

  it('beside one that works: an error line says which, and the node is ready', async () => {
    void start(['cpt_env_of-a-test', WORKING]);
    await expect.poll(() => lines).toMatchObject([{ level: 'error', key: '1 of 2' }]);
    await expect.poll(() => readiness().catch(String)).toBe(200);
  });

  it('with a stored snapshot: an error line, not ready, and the node keeps running', async () => {
    const id = newId();
    await keep(id, KEY);
    let hasFailed = false;
    void start([KEY]).then(() => {
      hasFailed = true;
    });
    await expect.poll(() => lines.some(({ level }) => level === 'error')).toBe(true);
    await expect.poll(readiness).toBe(503);
    await expect.poll(() => storedIn(folder)).toEqual([]);
    expect(hasFailed).toBe(false);
  });
});

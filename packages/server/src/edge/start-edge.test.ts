import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SNAPSHOT_FORMAT, type Snapshot } from '@comporta/engine/snapshot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { createLog } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { readConfig } from '../platform/config/config.ts';
import { findFreePort } from '../testing/spawned-service.ts';
import { snapshotFilesIn } from './snapshot-files.ts';
import { startEdge } from './start-edge.ts';

const KEY = 'cpt_acc_of-a-test';
/** No server listens at this address. */
const AWAY = 'http://127.0.0.1:1';
const log = createLog('silent');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-edge-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the file that a node stores for an environment with only a client key. */
async function keep(id: string): Promise<void> {
  const clients = { keyHash: hashSecret(`cpt_web_${id}`), origins: [] };
  const snapshot: Snapshot = {
    format: SNAPSHOT_FORMAT,
    environment: { id, name: 'Production', clients },
    application: { id: newId(), name: 'Shop' },
    revision: 1,
    properties: [],
    targetGroups: [],
    toggles: [],
    experiments: [],
  };
  const of = { keyHash: '', openedBy: hashSecret(KEY), entityTag: '"1"' };
  const currentAt = new Date().toISOString();
  const json = JSON.stringify(snapshot);
  const files = snapshotFilesIn(path.join(folder, 'edge'), log);
  await files.readAll(new Set());
  await files.write({ ...of, snapshot, sent: snapshot, json, currentAt });
}

it('OPS-06: starts with each stored environment, including those with only a client key', async () => {
  const ids = [newId(), newId()];
  for (const id of ids) await keep(id);
  // The remains of a node that was killed while it wrote.
  writeFileSync(path.join(folder, 'edge', `${ids[0]}.snapshot.${newId()}.tmp`), 'comporta-edge-1');
  const port = await findFreePort();
  const config = readConfig({ DATA_DIR: folder, PORT: `${port}` });
  const service = await startEdge({ config, log, upstream: AWAY, keys: [KEY] });
  const answer = await fetch(`http://127.0.0.1:${port}/status`);
  const { environments } = (await answer.json()) as { environments: { environmentId: string }[] };
  await service.stop();
  expect(environments.map(({ environmentId }) => environmentId).sort()).toEqual(ids.sort());
  expect(readdirSync(path.join(folder, 'edge')).sort()).toEqual(
    ids.map((id) => `${id}.snapshot`).sort(),
  );
});

it('FAIR-73: packages are fetched from the service, not from an edge', async () => {
  const port = await findFreePort();
  const config = readConfig({ DATA_DIR: folder, PORT: `${port}` });
  const service = await startEdge({ config, log, upstream: AWAY, keys: [KEY] });
  const answer = await fetch(`http://127.0.0.1:${port}/packages/@comporta%2fweb`);
  const { error_code: code } = (await answer.json()) as { error_code: string };
  await service.stop();
  expect([answer.status, code]).toEqual([404, 'NOT_FOUND']);
});

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createLog } from './platform/base/log.ts';
import { readConfig } from './platform/config/config.ts';
import { openConnection } from './platform/database/connection.ts';
import { prepareDatabase } from './prepare-database.ts';

it.each([
  ['1', '40'],
  ['16', '168'],
])('SCL-22: the embedded database of %s nodes takes %s connections', async (nodes, expected) => {
  await using opened = new AsyncDisposableStack();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-prepared-'));
  opened.defer(() => rmSync(dataDir, { recursive: true }));
  const config = readConfig({ DATA_DIR: dataDir, NODES: nodes });
  const url = await prepareDatabase(config, createLog('silent'), { opened, onRestart: () => {} });
  const connection = await openConnection(url);
  opened.defer(connection.close);
  const { rows } = await connection.client.query('show max_connections');
  expect(rows).toEqual([{ max_connections: expected }]);
});

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { evaluateFlag } from '@comporta/contract/evaluation/ofrep-api';
import { createExperiment } from '@comporta/contract/experiments/experiment-api';
import { listLifecycles } from '@comporta/contract/lifecycle/lifecycle-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { listClients } from '@comporta/contract/usage/usage-api';
import { sql as raw } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { openClient } from '../client.ts';
import { logIn, openShop } from '../company.ts';
import { startPreviousRelease } from '../previous-release.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';

const VALUES = { values: ['on', 'off'], defaultValue: 'off' };
const HALF = { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { on: 50, off: 50 } } };

it('LIF-21 LIF-92: a toggle that is used all the time is not called unused because 0.2.0 served for three weeks', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-around-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711);
  const database = await createTestDatabase();
  stack.defer(database.drop);
  const opened = openDatabase(database.url, () => {});
  stack.defer(() => opened.close());
  const { sql } = opened;
  async function start(begin: typeof startServiceProcess): Promise<ServiceProcess> {
    const service = await begin({ DATABASE_URL: database.url, DATA_DIR: folder });
    stack.defer(() => service.kill());
    return service;
  }

  const before = await start(startServiceProcess);
  const { admin, appId, envId, newKey } = await openShop(before);
  const key = await newKey();
  for (const name of ['used', 'other']) {
    const { id: toggleId } = await admin.call(createToggle, {
      params: { appId },
      body: { name, ...VALUES },
    });
    const rules = { toggleId, rules: [HALF] };
    await admin.call(createExperiment, { params: { appId, envId }, body: rules });
  }
  const ask = async (service: ServiceProcess, name: string) =>
    expect(
      await openClient(service.url, key).call(evaluateFlag, {
        params: { key: name },
        body: { context: { targetingKey: 'ana' } },
      }),
    ).toMatchObject({ key: name });
  async function stateOf(service: ServiceProcess, name: string) {
    const token = await logIn(openClient(service.url), 'ana@example.com');
    const client = openClient(service.url, token);
    await client.call(listClients, { params: { appId, envId } }); // Stores what the node has noted.
    const { items } = await client.call(listLifecycles, { params: { appId }, query: {} });
    const { rows } = await sql.execute<{ id: string }>(
      raw`select id from toggles where name = ${name}`,
    );
    return items.find(({ toggleId }) => toggleId === rows[0]?.id);
  }

  await ask(before, 'used');
  await ask(before, 'other');
  expect(await stateOf(before, 'used')).toMatchObject({ state: 'NEW' });
  // Both were used up to three weeks ago, and are two months old.
  for (const [table, column, days] of [
    ['usage_state', 'counting_since', 60],
    ['environments', 'created_at', 60],
    ['toggles', 'created_at', 60],
    ['experiments', 'saved_at', 60],
    ['toggle_clients', 'last_use_at', 22],
  ] as const) {
    await sql.execute(raw`
      update ${raw.identifier(table)} set ${raw.identifier(column)} = now() - make_interval(days => ${days})`);
  }
  await ask(before, 'other');
  // Had this release served since then, nobody would have used it.
  expect(await stateOf(before, 'used')).toMatchObject({ state: 'READY_TO_REMOVE' });
  expect(await stateOf(before, 'other')).toMatchObject({ state: 'ACTIVE' });
  await before.stop();
  await sql.execute(raw`update usage_clients set asked_at = now() - interval '22 days'`);
  await sql.execute(raw`update toggle_clients set last_use_at = now() - interval '22 days'`);
  await sql.execute(raw`
    update environment_status set last_seen_at = now() - interval '22 days',
      server_seen_at = now() - interval '22 days'`);

  // But it was 0.2.0 that served, and counts nothing.
  const older = await start(startPreviousRelease);
  await ask(older, 'used');
  const seenAt = () =>
    sql.execute(raw`select from environment_status where last_seen_at > now() - interval '1 day'`);
  await expect.poll(async () => (await seenAt()).rows.length).toBe(1);

  await older.stop();
  const after = await start(startServiceProcess);
  await ask(after, 'other');
  expect(await stateOf(after, 'used')).toMatchObject({
    ...{ state: 'UNKNOWN', stale: false },
    reasons: [{ code: 'COUNTING_SINCE' }],
  });
  await ask(after, 'used');
  expect(await stateOf(after, 'used')).toMatchObject({ state: 'ACTIVE' });
});

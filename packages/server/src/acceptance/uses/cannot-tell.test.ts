import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createApplication } from '@comporta/contract/applications/application-api';
import { evaluateFlag } from '@comporta/contract/evaluation/ofrep-api';
import { createExperiment } from '@comporta/contract/experiments/experiment-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { listLifecycles } from '@comporta/contract/lifecycle/lifecycle-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { listClients } from '@comporta/contract/usage/usage-api';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeSilentSenders } from '../../event-store/uses/sender-repository.ts';
import { openDatabase, type Sql } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Client, openClient } from '../client.ts';
import { PASSWORD, signUp } from '../company.ts';
import { IS_NIGHTLY } from '../nightly.ts';
import { previousSdk, startPreviousEdge } from '../previous-release.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { ended, order, spawnAsking } from './spawn-program.ts';

/** In full, a script lives for half a minute; it reports for the first time after five seconds. */
const SCRIPT_SECONDS = IS_NIGHTLY ? 30 : 7;
const VALUES = { values: ['on', 'off'], defaultValue: 'off' };
const HALF = {
  type: 'ALL_USERS',
  valueSpec: { type: 'SPLIT', split: { on: 50, off: 50 } },
};

const stack = new AsyncDisposableStack();
const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-tell-'));
let database: TestDatabase;
let sql: Sql;
let service: ServiceProcess;
let admin: Client;

beforeAll(async () => {
  chmodSync(folder, 0o711);
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  database = await createTestDatabase();
  stack.defer(() => database.drop());
  const opened = openDatabase(database.url, () => {});
  stack.defer(() => opened.close());
  sql = opened.sql;
  service = await startServiceProcess({
    DATA_DIR: path.join(folder, 'service'),
    DATABASE_URL: database.url,
  });
  stack.defer(() => service.kill());
  admin = await signUp(service, 'ana@example.com');
});
afterAll(() => stack.disposeAsync());

/** An application whose toggles `asked` and `idle` are two months old, and what a program needs to ask for them. */
async function openOldShop(name: string) {
  const shop = await admin.call(createApplication, {
    body: { name, environments: [{ name: 'Production' }] },
  });
  const [appId, envId] = [shop.id, shop.environments[0]?.id ?? ''];
  const params = { appId, envId };
  const key = await admin.call(createEnvironmentKey, { params, body: { password: PASSWORD } });
  for (const toggle of ['asked', 'idle']) {
    const body = { name: toggle, ...VALUES };
    const { id } = await admin.call(createToggle, { params: { appId }, body });
    await admin.call(createExperiment, { params, body: { toggleId: id, rules: [HALF] } });
  }
  await sql.execute(raw`update usage_state set counting_since = now() - interval '60 days'`);
  for (const [table, column, at] of [
    ['environments', 'id', 'created_at'],
    ['experiments', 'environment_id', 'saved_at'],
  ] as const) {
    await sql.execute(raw`
      update ${raw.identifier(table)} set ${raw.identifier(at)} = now() - interval '60 days'
      where ${raw.identifier(column)} = ${envId}`);
  }
  await sql.execute(raw`
    update toggles set created_at = now() - interval '60 days' where application_id = ${appId}`);
  return {
    key,
    /** What is said of the toggle that nobody asked for by its name, an hour and a minute later. */
    async idle() {
      await admin.call(listClients, { params }); // Stores what the node has noted.
      await sql.execute(raw`
        update usage_senders set first_at = first_at - interval '61 minutes',
          last_at = last_at - interval '61 minutes' where environment_id = ${envId}`);
      await judgeSilentSenders(sql);
      const { items } = await admin.call(listLifecycles, { params: { appId }, query: {} });
      return items.at(-1);
    },
  };
}

const UNKNOWN = {
  state: 'UNKNOWN',
  stale: false,
  reasons: expect.arrayContaining([expect.objectContaining({ code: 'CANNOT_TELL' })]),
};

async function run(key: string, ask: string, more: { seconds?: number; sdk?: string } = {}) {
  await ended(spawnAsking({ url: service.url, key, ask, ...more }));
}

it('LIF-22, LIF-26: beside a program that reports and says that it ends, a toggle that nobody asks for is ready to remove', async () => {
  const { key, idle } = await openOldShop('Reporting');
  const program = spawnAsking({ url: service.url, key, ask: 'steered asked' });
  await once(program, 'message');
  await order(program, { ask: 3 });
  await order(program, 'close');
  await ended(program);
  expect(await idle()).toMatchObject({ state: 'READY_TO_REMOVE', stale: true });
});

it.concurrent.each([1, SCRIPT_SECONDS])(
  'LIF-26: beside a script that exits after %i s, nobody can tell',
  async (seconds) => {
    const { key, idle } = await openOldShop(`Script of ${seconds}`);
    await run(key, 'asked', { seconds });
    expect(await idle()).toMatchObject(UNKNOWN);
  },
);

it('LIF-26: beside a program that takes all values, nobody can tell, though it ends as it should', async () => {
  const { key, idle } = await openOldShop('All values');
  await run(key, 'all');
  expect(await idle()).toMatchObject(UNKNOWN);
});

it('LIF-26, LIF-92: beside the SDK of 0.2.0 nobody can tell', async () => {
  const { key, idle } = await openOldShop('Former SDK');
  await run(key, 'asked', { sdk: previousSdk(), seconds: 1 });
  expect(await idle()).toMatchObject({
    ...UNKNOWN,
    reasons: [
      { code: 'CANNOT_TELL', clients: [{ sdk: 'comporta-sdk', version: '0.2.0', service: '' }] },
    ],
  });
});

it('LIF-26, LIF-92: behind an edge node of 0.2.0 nobody can tell, whoever asks it', async () => {
  const { key, idle } = await openOldShop('Former edge');
  const edge = await startPreviousEdge({
    DATA_DIR: path.join(folder, 'edge'),
    COMPORTA_URL: service.url,
    COMPORTA_KEY: key,
  });
  stack.defer(() => edge.kill());
  const asked = { params: { key: 'asked' }, body: { context: { targetingKey: 'ana' } } };
  await expect
    .poll(() => openClient(edge.url, key).call(evaluateFlag, asked).catch(String))
    .toMatchObject({ key: 'asked' });
  const program = spawnAsking({ url: edge.url, key, ask: 'steered asked' });
  await once(program, 'message');
  await order(program, 'close');
  await ended(program);
  expect(await idle()).toMatchObject(UNKNOWN);
});

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  createChangeRequest,
  getChangeRequest,
} from '@comporta/contract/change-requests/change-request-api';
import { createExperiment, getExperiment } from '@comporta/contract/experiments/experiment-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { expect, it } from 'vitest';
import { openConnection } from '../platform/database/connection.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openClient } from './client.ts';
import { logIn, openShop } from './company.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const LOCK = 4711;
/** The tables that a step writes, in the order in which it does. */
const WRITTEN = ['experiments', 'audit_entries', 'environments', 'change_requests'] as const;

it('SAF-11: a node that is killed at any statement of a step has changed nothing, and another applies the step once', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(database.drop);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-steps-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  async function start(): Promise<ServiceProcess> {
    const service = await startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
    stack.defer(() => service.kill());
    return service;
  }
  const { client, close } = await openConnection(database.url);
  stack.defer(close);
  const count = async (query: string) => Number((await client.query(query)).rows[0]?.count);

  let node = await start();
  const { admin, appId, envId } = await openShop(node);
  const params = { appId, envId };
  const toggle = await admin.call(createToggle, {
    params,
    body: { name: 'checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' },
  });
  const experiment = await admin.call(createExperiment, {
    params,
    body: {
      toggleId: toggle.id,
      rules: [{ type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } }],
    },
  });
  await client.query(`create function wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`);

  for (const [index, table] of WRITTEN.entries()) {
    const visitor = openClient(node.url);
    const here = openClient(node.url, await logIn(visitor, 'ana@example.com'));
    const action = index % 2 === 0 ? 'PAUSE' : 'RESTART';
    const edit = { type: 'experiment', action, id: experiment.id, environmentId: envId };
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const request = await here.call(createChangeRequest, {
      params: { appId },
      body: {
        title: action,
        submit: true,
        start: 'AT',
        startAt: inAnHour,
        steps: [{ edits: [edit] }],
      },
    });
    await client.query(`create trigger wait_for_test before insert or update on ${table}
      for each row execute function wait_for_test()`);
    await client.query(`select pg_advisory_lock(${LOCK})`);
    // This trigger is on the table of requests, too.
    await client.query(
      `update change_requests set next_at = clock_timestamp(), look_at = clock_timestamp() where id = $1`,
      [request.id],
    );
    await expect
      .poll(() =>
        count(
          `select count(*) from pg_locks where locktype = 'advisory' and not granted and objid = ${LOCK}`,
        ),
      )
      .toBe(1);
    const other = await start();
    await node.kill();
    await client.query(`select pg_advisory_unlock(${LOCK})`);
    await client.query(`drop trigger wait_for_test on ${table}`);
    const after = openClient(other.url, await logIn(openClient(other.url), 'ana@example.com'));
    await expect
      .poll(
        async () =>
          (await after.call(getChangeRequest, { params: { appId, id: request.id } })).state,
      )
      .toBe('DONE');
    const stored = await after.call(getExperiment, { params: { ...params, id: experiment.id } });
    expect(stored).toMatchObject({
      status: action === 'PAUSE' ? 'PAUSED' : 'ACTIVE',
      version: index + 2,
    });
    expect(
      await count(
        `select count(*) from audit_entries where request ->> 'number' = '${request.number}'`,
      ),
    ).toBe(1);
    node = other;
  }
});

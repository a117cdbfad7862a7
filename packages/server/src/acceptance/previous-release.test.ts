import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  createAnalysis,
  getAnalysis,
  startAnalysis,
} from '@comporta/contract/analyses/analysis-api';
import {
  createApplication,
  deleteApplication,
  listApplications,
} from '@comporta/contract/applications/application-api';
import { listApplicationAuditLog } from '@comporta/contract/audit-logs/audit-log-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { reportEvents } from '@comporta/contract/events/event-api';
import {
  createExperiment,
  getExperiment,
  updateExperiment,
} from '@comporta/contract/experiments/experiment-api';
import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { deleteEventKey } from '@comporta/contract/metrics/event-key-api';
import { NEW_METRIC } from '@comporta/contract/metrics/metric';
import { createMetric } from '@comporta/contract/metrics/metric-api';
import { createToggle, listToggles, updateToggle } from '@comporta/contract/toggles/toggle-api';
import { expect, it } from 'vitest';
import { execute } from '../testing/test-cluster.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openClient } from './client.ts';
import { logIn, PASSWORD, signUp } from './company.ts';
import { startPreviousRelease } from './previous-release.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const EMAIL = 'ana@example.com';
const CLEAR = 'drop schema public cascade; create schema public; drop schema drizzle cascade';
const TOGGLE = { values: ['enabled', 'disabled'], defaultValue: 'disabled' };
const METRIC = {
  ...NEW_METRIC,
  key: 'purchase',
  name: 'Purchase',
  kind: 'CONVERSION',
  eventKey: 'purchase',
};

it('OPS-04 RES-10: the previous release serves, saves and restarts beside this one on the tables of this one, with analyses or without', async () => {
  await using stack = new AsyncDisposableStack();
  const start = await prepareDatabase(stack);

  // The previous release creates its own tables and data.
  const old = await start(startPreviousRelease);
  const onOld = await signUp(old, EMAIL);
  const shop = await onOld.call(createApplication, {
    body: { name: 'Shop', environments: [{ name: 'Production' }] },
  });
  const params = { appId: shop.id };
  const first = await onOld.call(createToggle, {
    params,
    body: { ...TOGGLE, name: 'made-by-old' },
  });
  const envId = shop.environments[0]?.id ?? '';
  const key = await onOld.call(createEnvironmentKey, {
    params: { ...params, envId },
    body: { password: PASSWORD },
  });

  const present = await start(startServiceProcess);
  const onPresent = openClient(present.url, await logIn(openClient(present.url), EMAIL));
  const made = await onPresent.call(createToggle, {
    params,
    body: { ...TOGGLE, name: 'made-by-new' },
  });

  const experiments = { ...params, envId };
  const split = { type: 'SPLIT', split: { enabled: 50, disabled: 50 } };
  const rules = [{ type: 'ALL_USERS', valueSpec: split }];
  const toggleId = first.id;
  const { id } = await onOld.call(createExperiment, {
    params: experiments,
    body: { toggleId, rules },
  });
  const rulesNow = async () =>
    (await onPresent.call(getExperiment, { params: { ...experiments, id } })).rules;
  const [rule] = await rulesNow();
  expect(rule?.id).toMatch(/^[0-9a-f-]{36}$/);
  const exactly = { type: 'EXACT_VALUE', exactValue: 'disabled' };
  await onOld.call(updateExperiment, {
    params: { ...experiments, id },
    body: { toggleId, rules: [{ type: 'ALL_USERS', valueSpec: exactly }] },
  });
  expect(await rulesNow()).toEqual([{ ...rule, valueSpec: exactly }]);

  const values = { 'made-by-old': 'disabled', 'made-by-new': 'disabled' };
  async function requireValues(expected: object): Promise<void> {
    for (const { url } of [old, present]) {
      const system = openClient(url, key);
      await expect
        .poll(() => system.call(fetchTogglesByGet, { query: { uid: 'ana' } }))
        .toEqual(expected);
    }
  }
  await requireValues(values);
  await onOld.call(updateToggle, {
    params: { ...params, id: made.id },
    body: { ...TOGGLE, name: 'made-by-new', defaultValue: 'enabled' },
  });
  await requireValues({ ...values, 'made-by-new': 'enabled' });
  for (const client of [onOld, onPresent]) {
    expect(await client.call(listToggles, { params })).toHaveLength(2);
    const log = await client.call(listApplicationAuditLog, { params, query: {} });
    expect(log.items.map(({ action, entity }) => `${action} ${entity.name}`)).toEqual([
      'EDITED made-by-new',
      'EDITED made-by-old',
      'CREATED made-by-old',
      'CREATED made-by-new',
      'CREATED Production',
      'CREATED made-by-old',
      'CREATED Shop',
    ]);
  }

  // An analysis that one of the two measures survives what the other one saves.
  const measured = { ...experiments, id };
  const [split50] = (
    await onPresent.call(updateExperiment, { params: measured, body: { toggleId, rules } })
  ).rules;
  const metric = await onPresent.call(createMetric, { params, body: METRIC });
  const analysis = await onPresent.call(createAnalysis, {
    params: measured,
    body: { ruleId: split50?.id ?? '', goal: { metricId: metric.id } },
  });
  const ofAnalysis = { params: { ...measured, analysisId: analysis.id } };
  await onPresent.call(startAnalysis, ofAnalysis);
  const bought = {
    type: 'track' as const,
    id: '1',
    key: 'purchase',
    uid: 'ana',
    at: new Date().toISOString(),
  };
  const report = await openClient(present.url, key).call(reportEvents, {
    body: { events: [bought, { ...bought, id: '2', key: 'seen-once' }] },
  });
  expect(report).toMatchObject({ accepted: 2 });
  await onOld.call(updateExperiment, {
    params: measured,
    body: { toggleId, rules: [{ type: 'ALL_USERS', valueSpec: exactly }] },
  });
  expect(await onPresent.call(getAnalysis, ofAnalysis)).toMatchObject({ id: analysis.id });
  await requireValues({ 'made-by-old': 'disabled', 'made-by-new': 'enabled' });

  // The previous release shows what only this one records: its log and its page have the shape of its own contract.
  await onPresent.call(updateExperiment, {
    params: measured,
    body: { toggleId, rules, rerandomise: true },
  });
  await onPresent.call(deleteEventKey, { params: { ...params, key: 'seen-once' } });
  const shown = await onOld.call(listApplicationAuditLog, { params, query: {} });
  expect(shown.items.slice(0, 2)).toMatchObject([
    { action: 'DELETED', entity: { type: 'other', name: 'seen-once' } },
    { action: 'EDITED', entity: { name: 'made-by-old' } },
  ]);

  // A call that the previous release answered may be sent to this one again.
  const token = await logIn(openClient(present.url), EMAIL);
  const answered = await createKeyOnce(old.url, token);
  expect(answered).toMatchObject({ key: expect.stringMatching(/^cpt_acc_/) });
  expect(await createKeyOnce(present.url, token)).toEqual(answered);
  expect(await createKeyOnce(present.url, token)).toEqual(answered);

  // Going back to the previous release.
  await old.stop();
  const again = await start(startPreviousRelease);
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  const back = openClient(again.url, await logIn(openClient(again.url), EMAIL));
  await back.call(createToggle, { params, body: { ...TOGGLE, name: 'after-going-back' } });
  expect(await onPresent.call(listToggles, { params })).toHaveLength(3);
  await back.call(deleteApplication, { params });
  expect(await onPresent.call(listApplications, {})).toEqual([]);
  expect((await fetch(`${present.url}/readyz`)).status).toBe(200);
});

it('OPS-04: the previous release saves without pause while this one migrates its tables', async () => {
  await using stack = new AsyncDisposableStack();
  const start = await prepareDatabase(stack);
  const onOld = await signUp(await start(startPreviousRelease), EMAIL);
  const shop = await onOld.call(createApplication, {
    body: { name: 'Shop', environments: [{ name: 'Production' }] },
  });
  const params = { appId: shop.id };
  let migrated = false;
  async function saveUntilMigrated(name: string): Promise<number> {
    const body = { ...TOGGLE, name };
    const { id } = await onOld.call(createToggle, { params, body });
    let saves = 0;
    for (; !migrated; saves += 1) {
      const next = { ...body, description: `${saves}` };
      await onOld.call(updateToggle, { params: { ...params, id }, body: next });
    }
    return saves;
  }
  const people = ['ana', 'rui', 'eva', 'leo'].map(saveUntilMigrated);
  const starting = start(startServiceProcess).finally(() => {
    migrated = true;
  });
  for (const saves of await Promise.all(people)) expect(saves).toBeGreaterThan(0);
  expect((await fetch(`${(await starting).url}/readyz`)).status).toBe(200);
});

type Begin = typeof startServiceProcess;

/** Makes an empty database, and returns a function that starts a release on it. Both end with the stack. */
async function prepareDatabase(
  stack: AsyncDisposableStack,
): Promise<(begin: Begin) => Promise<ServiceProcess>> {
  const database = await createTestDatabase();
  stack.defer(database.drop);
  await execute(database.url, CLEAR);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-releases-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  return async (begin) => {
    const service = await begin({ DATABASE_URL: database.url, DATA_DIR: dataDir });
    stack.defer(() => service.kill());
    return service;
  };
}

/** Creates an account key with always the same Idempotency-Key. */
async function createKeyOnce(url: string, token: string): Promise<unknown> {
  const response = await fetch(`${url}${createAccountKey.path}`, {
    method: createAccountKey.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': '1',
    },
    body: JSON.stringify({ password: PASSWORD }),
  });
  return response.json();
}

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  createAnalysis,
  getAnalysis,
  startAnalysis,
  startPhase,
} from '@comporta/contract/analyses/analysis-api';
import { createApplication } from '@comporta/contract/applications/application-api';
import {
  cloneExperiment,
  createExperiment,
  listExperiments,
  updateExperiment,
} from '@comporta/contract/experiments/experiment-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { NEW_METRIC } from '@comporta/contract/metrics/metric';
import { createMetric } from '@comporta/contract/metrics/metric-api';
import { createProperty } from '@comporta/contract/properties/property-api';
import { createTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { exportApplication, importApplication } from '@comporta/contract/transfer/transfer-api';
import { expect, it } from 'vitest';
import { execute } from '../testing/test-cluster.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type Client, openClient } from './client.ts';
import { logIn, PASSWORD, signUp } from './company.ts';
import { startPreviousRelease } from './previous-release.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const EMAIL = 'ana@example.com';
const CLEAR = 'drop schema public cascade; create schema public; drop schema drizzle cascade';
const IS_SET = { propertyId: 'uid', expression: 'IS_SET', term: '' };
const ON = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const EVERYONE = { type: 'ALL_USERS', valueSpec: ON };

it('RUL-57 FAIR-50 RES-104: what a connected node of 0.2.0 cannot show is refused, until it has stopped', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(database.drop);
  await execute(database.url, CLEAR);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-older-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  async function start(begin: typeof startServiceProcess): Promise<ServiceProcess> {
    const service = await begin({ DATABASE_URL: database.url, DATA_DIR: dataDir });
    stack.defer(() => service.kill());
    return service;
  }

  const old = await start(startPreviousRelease);
  const onOld = await signUp(old, EMAIL);
  const { id: appId, environments } = await onOld.call(createApplication, {
    body: { name: 'Shop', environments: [{ name: 'Production' }, { name: 'Staging' }] },
  });
  const [envId = '', destEnvId = ''] = environments.map(({ id }) => id);
  const params = { appId };
  const inProduction = { appId, envId };
  const toggle = { values: ['enabled', 'disabled'], defaultValue: 'disabled' };
  const { id: toggleId } = await onOld.call(createToggle, {
    params,
    body: { ...toggle, name: 'checkout' },
  });
  const { id } = await onOld.call(createExperiment, {
    params: inProduction,
    body: { toggleId, rules: [EVERYONE] },
  });

  const present = await start(startServiceProcess);
  const client = openClient(present.url, await logIn(openClient(present.url), EMAIL));
  const rule = { type: 'PROPERTY', propertyRule: IS_SET, valueSpec: ON };
  const rules = [rule, EVERYONE];
  const edited = { params: { ...inProduction, id }, body: { toggleId, rules } };
  const group = { name: 'Known', policy: 'OR', conditions: [IS_SET] };
  const document = await client.call(exportApplication, { params });
  const withList = { ...document, properties: [{ key: 'roles', type: 'LIST' as const }] };
  const keeping = { params: inProduction, body: { password: PASSWORD, keepHours: 1 } };
  await client.call(createEnvironmentKey, { params: inProduction, body: { password: PASSWORD } });

  const refusals = [
    await client.refusal(updateExperiment, edited),
    await client.refusal(createTargetGroup, { params, body: group }),
    await client.refusal(createProperty, { params, body: { key: 'roles', type: 'LIST' } }),
    await client.refusal(importApplication, { params, query: {}, body: withList }),
    await client.refusal(createEnvironmentKey, keeping),
  ];
  const words = [['IS_SET'], ['IS_SET'], ['LIST'], ['LIST'], ['keepHours']];
  expect(refusals).toMatchObject(
    words.map((those) => ({ code: 'OLDER_NODE', meta: { words: those } })),
  );
  expect(await onOld.call(listExperiments, { params: inProduction })).toHaveLength(1);

  await old.stop();
  await expect
    .poll(() => client.call(updateExperiment, edited).catch(({ message }) => message))
    .toMatchObject({ rules: [{ propertyRule: IS_SET }, {}] });
  await client.call(createEnvironmentKey, keeping);
  const measured = await measureNewUsers(client, inProduction);

  // One that comes later cannot show what was stored meanwhile, and nothing more of it is taken.
  const again = await start(startPreviousRelease);
  const back = openClient(again.url, await logIn(openClient(again.url), EMAIL));
  await expect(back.call(listExperiments, { params: inProduction })).rejects.toThrow();
  const there = { params: { ...inProduction, id, destEnvId } };
  expect(await client.refusal(cloneExperiment, there)).toMatchObject({ code: 'OLDER_NODE' });
  // It would count whoever was in an earlier phase.
  expect(await client.refusal(updateExperiment, measured.saved)).toMatchObject({
    code: 'OLDER_NODE',
    meta: { words: ['newUsersOnly'] },
  });
  expect((await client.call(getAnalysis, measured.analysis)).phases).toHaveLength(2);
  await client.call(updateExperiment, {
    ...edited,
    body: { toggleId, rules: [{ ...rule, name: 'Known users' }, EVERYONE] },
  });
  await client.call(updateExperiment, { ...edited, body: { toggleId, rules: [EVERYONE] } });
  expect(await back.call(listExperiments, { params: inProduction })).toHaveLength(2);
});

/** A running analysis whose phase counts new users only, and a save that would open the next one. */
async function measureNewUsers(client: Client, params: { appId: string; envId: string }) {
  const { id: toggleId } = await client.call(createToggle, {
    params,
    body: { name: 'prices', values: ['enabled', 'disabled'], defaultValue: 'disabled' },
  });
  const split = (enabled: number) => ({
    type: 'ALL_USERS',
    valueSpec: { type: 'SPLIT', split: { enabled, disabled: 100 - enabled } },
  });
  const experiment = await client.call(createExperiment, {
    params,
    body: { toggleId, rules: [split(10)] },
  });
  const metric = await client.call(createMetric, {
    params,
    body: {
      ...NEW_METRIC,
      key: 'purchase',
      name: 'Purchase',
      kind: 'CONVERSION',
      eventKey: 'purchase',
    },
  });
  const [rule] = experiment.rules;
  const one = { ...params, id: experiment.id };
  const { id: analysisId } = await client.call(createAnalysis, {
    params: one,
    body: { ruleId: rule?.id ?? '', goal: { metricId: metric.id } },
  });
  const analysis = { params: { ...one, analysisId } };
  await client.call(startAnalysis, analysis);
  await client.call(startPhase, { ...analysis, body: { newUsersOnly: true } });
  const rules = [{ ...split(50), id: rule?.id ?? '' }];
  return { analysis, saved: { params: one, body: { toggleId, rules } } };
}

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fetchToggles } from '@comporta/contract/evaluation/toggle-fetch-api';
import {
  createExperiment,
  getExperiment,
  pauseExperiment,
  restartExperiment,
  updateExperiment,
} from '@comporta/contract/experiments/experiment-api';
import { changeIds, createIdList } from '@comporta/contract/id-lists/id-list-api';
import { createTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { exportApplication, importApplication } from '@comporta/contract/transfer/transfer-api';
import { expect, it } from 'vitest';
import { execute } from '../testing/test-cluster.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openClient } from './client.ts';
import { logIn, openShop } from './company.ts';
import { importPreviousSdk, startPreviousRelease } from './previous-release.ts';
import { startServiceProcess } from './service-process.ts';

const CLEAR = 'drop schema public cascade; create schema public; drop schema drizzle cascade';
const TOGGLE = { values: ['enabled', 'disabled'], defaultValue: 'disabled' };
const ON = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const OFF = { type: 'ALL_USERS', valueSpec: { ...ON, exactValue: 'disabled' } };
const ANA = { uid: 'ana' };
const IS_ANA = {
  type: 'PROPERTY',
  propertyRule: { propertyId: 'uid', expression: 'EQUALS', term: ANA.uid },
};

it('LIF-40 LIF-92: beside 0.2.0 no rule asks for an id list, and after it 0.2.0’s SDK answers the default for such a toggle alone', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(database.drop);
  await execute(database.url, CLEAR);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-older-lists-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  async function start(begin: typeof startServiceProcess) {
    const service = await begin({ DATABASE_URL: database.url, DATA_DIR: dataDir });
    stack.defer(() => service.kill());
    return service;
  }
  const old = await start(startPreviousRelease);
  const { admin: onOld, appId, envId, newKey } = await openShop(old);
  const key = await newKey();
  const params = { appId, envId };
  async function experimentOf(name: string, ...rules: readonly object[]) {
    const { id: toggleId } = await onOld.call(createToggle, {
      params,
      body: { ...TOGGLE, name },
    });
    return onOld.call(createExperiment, { params, body: { toggleId, rules: [...rules, OFF] } });
  }
  const { id: plain } = await experimentOf('plain', { ...IS_ANA, valueSpec: ON });
  const { id: beta, toggleId } = await experimentOf('beta');

  const present = await start(startServiceProcess);
  const admin = openClient(present.url, await logIn(openClient(present.url), 'ana@example.com'));
  const list = await admin.call(createIdList, { params, body: { name: 'Beta' } });
  const oneList = { appId, id: list.id };
  await admin.call(changeIds, { params: oneList, body: { add: [ANA.uid], remove: [] } });
  const inList = { propertyId: 'uid', expression: 'IN_LIST', term: list.id };
  const group = { name: 'In beta', policy: 'OR', conditions: [inList] };
  const rules = [{ type: 'PROPERTY', propertyRule: inList, valueSpec: ON }, OFF];
  const withList = { params: { ...params, id: beta }, body: { toggleId, rules } };
  const document = await admin.call(exportApplication, { params });
  const namingList = {
    ...document,
    targetGroups: [
      { ...group, conditions: [{ property: 'uid', expression: 'IN_LIST', term: 'Beta' }] },
    ],
  };
  for (const refusal of [
    await admin.refusal(updateExperiment, withList),
    await admin.refusal(createTargetGroup, { params, body: group }),
    await admin.refusal(importApplication, { params, query: {}, body: namingList }),
  ]) {
    expect(refusal).toMatchObject({ code: 'OLDER_NODE', meta: { words: ['IN_LIST'] } });
  }
  // What 0.2.0 has goes on meanwhile, with the list beside it.
  expect((await onOld.call(getExperiment, { params: withList.params })).rules).toHaveLength(1);

  await old.stop();
  await expect
    .poll(() => admin.call(updateExperiment, withList).catch(({ message }) => message))
    .toMatchObject({ rules: [{ propertyRule: inList }, {}] });
  await admin.call(createTargetGroup, { params, body: group });

  const { createClient } = await importPreviousSdk();
  const older = createClient({ url: present.url, key, logger: {} });
  stack.defer(() => older.close());
  expect(await older.ready()).toBe(true);
  const readBy0_2_0 = () => ({
    beta: older.value('beta', ANA, 'none'),
    plain: older.value('plain', ANA, 'none'),
  });
  const evaluated = () => openClient(present.url, key).call(fetchToggles, { body: ANA });
  await expect.poll(evaluated).toEqual({ beta: 'enabled', plain: 'enabled' });
  await expect.poll(readBy0_2_0).toEqual({ beta: 'disabled', plain: 'enabled' });

  // It does not know the event of new ids, and follows the rules after it as before.
  await admin.call(changeIds, { params: oneList, body: { add: [], remove: [ANA.uid] } });
  await expect.poll(evaluated).toEqual({ beta: 'disabled', plain: 'enabled' });
  await admin.call(pauseExperiment, { params: { ...params, id: plain } });
  await expect.poll(readBy0_2_0).toEqual({ beta: 'disabled', plain: 'disabled' });
  await admin.call(restartExperiment, { params: { ...params, id: plain } });
  await expect.poll(readBy0_2_0).toEqual({ beta: 'disabled', plain: 'enabled' });
  expect(older.status()).toMatchObject({ state: 'READY', connected: true });
});

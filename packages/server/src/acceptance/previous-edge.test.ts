import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { evaluateFlag } from '@comporta/contract/evaluation/ofrep-api';
import { fetchToggles } from '@comporta/contract/evaluation/toggle-fetch-api';
import { createExperiment } from '@comporta/contract/experiments/experiment-api';
import { getEnvironmentStatus } from '@comporta/contract/keys/environment-key-api';
import { createProperty } from '@comporta/contract/properties/property-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { expect, it } from 'vitest';
import { openClient } from './client.ts';
import { openShop } from './company.ts';
import { startPreviousEdge } from './previous-release.ts';
import { type ServiceProcess, startEdgeProcess, startServiceProcess } from './service-process.ts';

const TOGGLE = { values: ['enabled', 'disabled'], defaultValue: 'disabled' };
const ON = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const EVERYONE_ELSE = { type: 'ALL_USERS', valueSpec: { ...ON, exactValue: 'disabled' } };

it('RUL-55 RUL-58: an edge node of 0.2.0 gives toggles with newer words, and their dependents, the default, and all others their values', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-reader-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  // When the tests run as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  function keep(started: ServiceProcess): ServiceProcess {
    stack.defer(() => started.kill());
    return started;
  }
  const service = keep(await startServiceProcess({ DATA_DIR: path.join(folder, 'service') }));
  const { admin, appId, envId, newKey } = await openShop(service);
  const key = await newKey();
  const country = await admin.call(createProperty, {
    params: { appId },
    body: { key: 'country', type: 'STRING' },
  });
  const inBrazil = {
    type: 'PROPERTY',
    propertyRule: { propertyId: country.id, expression: 'EQUALS', term: 'BR' },
  };
  const known = {
    type: 'PROPERTY',
    propertyRule: { propertyId: 'uid', expression: 'IS_SET', term: '' },
  };
  async function toggleWith(name: string, ...rules: readonly object[]): Promise<string> {
    const { id } = await admin.call(createToggle, { params: { appId }, body: { ...TOGGLE, name } });
    await admin.call(createExperiment, {
      params: { appId, envId },
      body: { toggleId: id, rules: [...rules, EVERYONE_ELSE] },
    });
    return id;
  }
  const several = await toggleWith('several', {
    type: 'COMBINED',
    combinedRule: { policy: 'AND', conditions: [inBrazil, known] },
    valueSpec: ON,
  });
  const split = { enabled: 100, disabled: 0 };
  await toggleWith('by-country', {
    ...inBrazil,
    valueSpec: { type: 'SPLIT_BY', by: country.id, split },
  });
  await toggleWith('known', { ...known, valueSpec: ON });
  await toggleWith('dependent', {
    type: 'TOGGLE_DEPENDENCY',
    toggleDependencyRule: { toggleId: several, value: 'enabled' },
    valueSpec: ON,
  });
  await toggleWith('plain', { ...inBrazil, valueSpec: ON });

  const connected = { COMPORTA_URL: service.url, COMPORTA_KEY: key };
  const previous = keep(
    await startPreviousEdge({ ...connected, DATA_DIR: path.join(folder, 'previous') }),
  );
  const present = keep(
    await startEdgeProcess({ ...connected, DATA_DIR: path.join(folder, 'present') }),
  );
  const asked = { body: { uid: 'ana', properties: { country: 'BR' } } };
  const values = ({ url }: ServiceProcess) => openClient(url, key).call(fetchToggles, asked);
  const all = {
    several: 'enabled',
    'by-country': 'enabled',
    known: 'enabled',
    dependent: 'enabled',
    plain: 'enabled',
  };
  await expect.poll(() => values(present).catch(String)).toEqual(all);
  expect(await values(service)).toEqual(all);
  const unread = { several: 'disabled', 'by-country': 'disabled', known: 'disabled' };
  await expect
    .poll(() => values(previous).catch(String))
    .toEqual({ ...unread, dependent: 'disabled', plain: 'enabled' });

  const flag = (name: string) => ({
    params: { key: name },
    body: { context: { targetingKey: 'ana', country: 'BR' } },
  });
  const client = openClient(previous.url, key);
  for (const name of Object.keys(unread)) {
    expect(await client.refusal(evaluateFlag, flag(name))).toMatchObject({ status: 400 });
  }
  // It sees the default of the other toggle, and says no error. So the editor names it before the save.
  expect(await client.call(evaluateFlag, flag('dependent'))).toMatchObject({ variant: 'disabled' });
  await expect
    .poll(() => admin.call(getEnvironmentStatus, { params: { appId, envId } }))
    .toMatchObject({ olderReader: { sdk: 'comporta-edge', version: '0.2.0' } });
});

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  createApplication,
  deleteApplication,
} from '@comporta/contract/applications/application-api';
import { listAuditLog } from '@comporta/contract/audit-logs/audit-log-api';
import { evaluateFlag } from '@comporta/contract/evaluation/ofrep-api';
import { explainToggles } from '@comporta/contract/evaluation/playground-api';
import { fetchToggles, fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { createExperiment, getExperiment } from '@comporta/contract/experiments/experiment-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createProperty } from '@comporta/contract/properties/property-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { exportApplication, importApplication } from '@comporta/contract/transfer/transfer-api';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Client, openClient } from './client.ts';
import { PASSWORD, signUp } from './company.ts';
import { exactly } from './main-job/rules.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** Names that every ordinary object of JavaScript inherits. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'];

let dataDir: string;
let database: TestDatabase;
let service: ServiceProcess;
let admin: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-names-'));
  service = await startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  admin = await signUp(service, 'ana@example.com');
});

afterAll(async () => {
  await service.kill();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

it.each(NAMES)('%s is a name like any other', async (name) => {
  const { params, system } = await openNamed(name);
  const property = await admin.call(createProperty, {
    params,
    body: { key: name, type: 'STRING' },
  });
  const toggle = await admin.call(createToggle, {
    params,
    body: { name, values: [name, 'other'], defaultValue: 'other' },
  });
  const valueSpec = { type: 'SPLIT', split: { [name]: 100 } };
  const { id } = await admin.call(createExperiment, {
    params,
    body: {
      toggleId: toggle.id,
      rules: [
        {
          type: 'PROPERTY',
          propertyRule: { propertyId: property.id, expression: 'NOT_EQUALS', term: 'x' },
          valueSpec: exactly('other'),
        },
        { type: 'ALL_USERS', valueSpec },
      ],
    },
  });
  const experiment = await admin.call(getExperiment, { params: { ...params, id } });
  expect(JSON.stringify(experiment.rules[1]?.valueSpec)).toBe(JSON.stringify(valueSpec));

  // The name appears in the audit log, and survives export and import.
  const { items } = await admin.call(listAuditLog, { query: { size: '1' } });
  expect(items[0]?.items.join()).toContain(`everyone: ${name} 100%`);
  const document = await admin.call(exportApplication, { params });
  expect(await admin.call(importApplication, { params, query: {}, body: document })).toMatchObject({
    changes: [],
  });

  // When the property is absent the condition does not hold: the inherited JavaScript property does not count.
  for (const [sent, value] of [
    [{}, name],
    [{ [name]: 'x' }, name],
    [{ [name]: 'y' }, 'other'],
  ] as const) {
    const byGet = await system.call(fetchTogglesByGet, { query: { uid: name, ...sent } });
    const byPost = await system.call(fetchToggles, { body: { uid: name, properties: sent } });
    const flag = await system.call(evaluateFlag, {
      params: { key: name },
      body: { context: { targetingKey: name, ...sent } },
    });
    expect(Object.getOwnPropertyDescriptor(byGet, name)?.value).toBe(value);
    expect(Object.getOwnPropertyDescriptor(byPost, name)?.value).toBe(value);
    const [explanation] = await admin.call(explainToggles, {
      params,
      body: { uid: name, properties: sent, toggleId: toggle.id },
    });
    expect(flag.value).toBe(value);
    expect(explanation?.value).toBe(value);
  }
});

/** An application and an environment with this name, until the test or its first try has ended. */
async function openNamed(name: string) {
  const body = { name, environments: [{ name }] };
  const { id: appId, environments } = await admin.call(createApplication, { body });
  const params = { appId, envId: environments[0]?.id ?? '' };
  onTestFinished(() => admin.call(deleteApplication, { params }));
  const key = await admin.call(createEnvironmentKey, { params, body: { password: PASSWORD } });
  return { params, system: openClient(service.url, key) };
}

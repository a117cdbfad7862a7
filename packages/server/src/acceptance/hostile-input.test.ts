import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { getApplication } from '@comporta/contract/applications/application-api';
import { listAuditLog } from '@comporta/contract/audit-logs/audit-log-api';
import { evaluateFlags } from '@comporta/contract/evaluation/ofrep-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { listExperiments } from '@comporta/contract/experiments/experiment-api';
import { listProperties } from '@comporta/contract/properties/property-api';
import { listTargetGroups } from '@comporta/contract/target-groups/target-group-api';
import { listToggles } from '@comporta/contract/toggles/toggle-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpointsOfContract } from '../testing/contract-endpoints.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Client, openClient } from './client.ts';
import { logIn, signUp } from './company.ts';
import { honestCalls } from './hostile-input/honest-calls.ts';
import * as hostile from './hostile-input/hostile-values.ts';
import { type Credentials, complaintsAbout, type Probe } from './hostile-input/probe.ts';
import { RAW_MESSAGES, RAW_REQUESTS, sendRaw } from './hostile-input/raw-request.ts';
import { checkEveryCustomer } from './main-job/evaluations.ts';
import { openShop } from './main-job/rules.ts';
import { furnishShop, type OpenShop } from './main-job/shop.ts';
import { ABSENT } from './main-job/situation.ts';
import { aThirdOf } from './nightly.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const EMAIL = 'ana@example.com';
const ENDPOINTS = aThirdOf('endpoints', await endpointsOfContract());

let dataDir: string;
let database: TestDatabase;
let service: ServiceProcess;
let admin: Client;
/** The application that the hostile calls address. */
let target: OpenShop;
/** The application that they must not affect. */
let neighbour: OpenShop;
let credentials: Credentials;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-hostile-'));
  service = await startServiceProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SIGNUP: 'open',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
  });
  admin = await signUp(service, EMAIL);
  neighbour = await openShop(admin, await furnishShop(admin, 'Neighbour'));
  target = await openShop(admin, await furnishShop(admin, 'Target'));
  credentials = {
    url: service.url,
    token: await logIn(openClient(service.url), EMAIL),
    environmentKey: target.production.key,
  };
});

afterAll(async () => {
  await service.kill();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

/** A call of every endpoint of this run. It addresses things that exist, except where the call would destroy them. */
function callsOfEndpoints(): Pick<Probe, 'endpoint' | 'params'>[] {
  const params = { ...idsOf(target), id: ABSENT, destEnvId: ABSENT, requestId: ABSENT };
  return ENDPOINTS.map((endpoint) => ({
    endpoint,
    params: { ...params, ...(endpoint.method === 'DELETE' && { appId: ABSENT }) },
  }));
}

function idsOf({ appId, staging }: OpenShop) {
  return { appId, envId: staging.id, key: 'new-checkout', lang: 'en' };
}

it('every part of every body may have any value', async () => {
  function* probes(): Generator<Probe> {
    for (const { body, ...call } of aThirdOf('honest calls', honestCalls(target))) {
      for (const text of hostile.spoilt(body)) yield { ...call, body: text };
    }
  }
  expect(await complaintsAbout(probes(), credentials)).toEqual([]);
});

it('every body may be any text', async () => {
  const withBody = callsOfEndpoints().filter(({ endpoint }) => endpoint.method !== 'GET');
  const probes = withBody.flatMap((call) => hostile.TEXTS.map((body) => ({ ...call, body })));
  expect(await complaintsAbout(probes, credentials)).toEqual([]);
});

it('every body may claim to be of any type', async () => {
  const withBody = callsOfEndpoints().filter(({ endpoint }) => endpoint.method !== 'GET');
  const probes = withBody.flatMap((call) =>
    hostile.CONTENT_TYPES.map((contentType) => ({
      ...call,
      contentType,
      body: '__proto__=1&a[b]=2',
    })),
  );
  expect(await complaintsAbout(probes, credentials)).toEqual([]);
});

it('every header may have any value', async () => {
  const probes = callsOfEndpoints().flatMap((call) =>
    hostile.HEADERS.map(([name, value]) => ({
      ...call,
      headers: { [name]: value },
      body: call.endpoint.method === 'GET' ? undefined : '{}',
    })),
  );
  expect(await complaintsAbout(probes, credentials)).toEqual([]);
});

it('bytes that are hardly HTTP are refused or cut off', async () => {
  const wrong = [];
  for (const request of [...RAW_REQUESTS, ...RAW_MESSAGES]) {
    const { status, body } = (await sendRaw(service.url, request)) ?? { status: 400, body: '' };
    const isRefusal = status < 400 || body === '' || /"error_code":"[A-Z_]+"/.test(body);
    if (status >= 500 || !isRefusal) wrong.push({ request, status, body });
  }
  expect(wrong).toEqual([]);
});

it('after all this the service answers as before, and has logged no error', async () => {
  await checkEveryCustomer(openClient(service.url, neighbour.production.key), neighbour);
  const system = openClient(service.url, target.production.key);
  await system.call(fetchTogglesByGet, { query: { uid: 'ana' } });
  await system.call(evaluateFlags, { body: { context: { targetingKey: 'ana' } } });
  // One of the calls has ended all other sessions of the same user.
  admin = openClient(service.url, credentials.token);
  await admin.call(listAuditLog, { query: { size: '100' } });
  const params = { appId: target.appId, envId: target.production.id };
  await admin.call(getApplication, { params });
  for (const list of [listProperties, listTargetGroups, listToggles, listExperiments]) {
    expect(await admin.call(list, { params })).not.toEqual([]);
  }
  expect(service.log().filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
});

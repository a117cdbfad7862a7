import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { getResults } from '@comporta/contract/analyses/results-api';
import { createApplication } from '@comporta/contract/applications/application-api';
import { listApplicationAuditLog } from '@comporta/contract/audit-logs/audit-log-api';
import {
  createChangeRequest,
  getChangeRequest,
} from '@comporta/contract/change-requests/change-request-api';
import type { BodyOf } from '@comporta/contract/endpoint';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { reportEvents } from '@comporta/contract/events/event-api';
import { createExperiment, getExperiment } from '@comporta/contract/experiments/experiment-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { NEW_METRIC } from '@comporta/contract/metrics/metric';
import { createMetric } from '@comporta/contract/metrics/metric-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { type Client, openClient } from './client.ts';
import { logIn, PASSWORD, signUp } from './company.ts';
import { startPreviousRelease } from './previous-release.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const EMAIL = 'ana@example.com';
const TOGGLE = { name: 'checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' };
const USERS = Array.from({ length: 400 }, (_, index) => `user-${index}`);
/** A node counts every quarter of a minute. */
const COUNTED_WITHIN_MS = 120_000;

it('SAF-98, SAF-99: a guard decides by what the release before has counted, and that one returns the former values', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(database.drop);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-older-guard-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const start = async (begin: typeof startServiceProcess): Promise<ServiceProcess> => {
    const service = await begin({ DATABASE_URL: database.url, DATA_DIR: dataDir });
    stack.defer(() => service.kill());
    return service;
  };

  const present = await start(startServiceProcess);
  const shop = await openShop(await signUp(present, EMAIL));
  const old = await start(startPreviousRelease);
  const system = openClient(old.url, shop.key);
  // One login for all nodes and questions: ten a minute are allowed.
  const token = await logIn(openClient(old.url), EMAIL);
  const onOld = openClient(old.url, token);

  // The step is applied beside the release before, which evaluates it and lists what it has changed.
  await expect.poll(() => stateOn(present)).toBe('RUNNING');
  await expect.poll(async () => (await valuesOn(system)).size).toBe(2);
  const stored = await onOld.call(getExperiment, { params: shop.experiment });
  expect(stored.rules[0]?.valueSpec).toMatchObject({ split: { enabled: 50, disabled: 50 } });

  // Only the release before takes the events, and counts them.
  await present.stop();
  await sendErrors(system);
  await expect
    .poll(
      async () => {
        const { values } = await onOld.call(getResults, { params: shop.experiment, query: {} });
        return values.reduce((sum, { users }) => sum + users, 0);
      },
      { timeout: COUNTED_WITHIN_MS },
    )
    .toBe(USERS.length);

  const next = await start(startServiceProcess);
  await expect.poll(() => stateOn(next)).toBe('ROLLED_BACK');
  await expect.poll(async () => [...(await valuesOn(system))]).toEqual(['disabled']);
  const log = await onOld.call(listApplicationAuditLog, { params: shop.params, query: {} });
  expect(log.items.map(({ entity }) => entity.type)).toContain('other');
  await onOld.call(createToggle, { params: shop.params, body: { ...TOGGLE, name: 'another' } });

  async function stateOn({ url }: ServiceProcess) {
    return (await openClient(url, token).call(getChangeRequest, { params: shop.request })).state;
  }
});

/** An experiment, and a ramp of it that a guard watches. */
async function openShop(client: Client) {
  const { id: appId, environments } = await client.call(createApplication, {
    body: { name: 'Shop', environments: [{ name: 'Production' }] },
  });
  const params = { appId, envId: environments[0]?.id ?? '' };
  const { id: toggleId } = await client.call(createToggle, { params, body: TOGGLE });
  const valueSpec = { type: 'EXACT_VALUE', exactValue: 'disabled' };
  const { id, rules } = await client.call(createExperiment, {
    params,
    body: { toggleId, rules: [{ type: 'ALL_USERS', valueSpec }] },
  });
  const metric = async (key: string, more: object) => {
    const body = { ...NEW_METRIC, key, name: key, kind: 'CONVERSION', eventKey: key, ...more };
    return (await client.call(createMetric, { params, body })).id;
  };
  const goal = await metric('purchase', {});
  const guardrail = await metric('error', { better: 'DOWN' });
  const request = await client.call(createChangeRequest, {
    params,
    body: {
      title: 'Launch',
      submit: true,
      start: 'ON_APPROVAL',
      source: {
        ramp: {
          experimentId: id,
          ruleId: rules[0]?.id ?? '',
          ...{ value: 'enabled', from: 'disabled' },
          shares: [{ percent: 50, wait: 3600 }, { percent: 100 }],
        },
      },
      guard: {
        analysis: { goal: { metricId: goal }, guardrails: [{ metricId: guardrail }], alpha: 0.01 },
        ...{ needs: 'NOT_HARMED', units: 100, onHarm: 'ROLL_BACK', watch: 0 },
      },
    },
  });
  const key = await client.call(createEnvironmentKey, { params, body: { password: PASSWORD } });
  return { params, experiment: { ...params, id }, request: { appId, id: request.id }, key };
}

/** All users meet the toggle; of those with the new value nearly all meet an error, of the others few. */
async function sendErrors(system: Client): Promise<void> {
  const exposures: BodyOf<typeof reportEvents>['events'][number][] = [];
  const errors: typeof exposures = [];
  for (const [index, uid] of USERS.entries()) {
    const value = await givenTo(system, uid);
    const at = new Date().toISOString();
    exposures.push({ type: 'exposure', toggle: TOGGLE.name, value, uid, at });
    const isHit = index % 10 < (value === 'enabled' ? 9 : 1);
    if (isHit) errors.push({ type: 'track', id: `error ${uid}`, key: 'error', uid, at });
  }
  for (const events of [exposures, errors]) {
    expect(await system.call(reportEvents, { body: { events } })).toMatchObject({ rejected: [] });
  }
}

async function valuesOn(system: Client): Promise<ReadonlySet<string>> {
  return new Set(await Promise.all(USERS.slice(0, 50).map((uid) => givenTo(system, uid))));
}

async function givenTo(system: Client, uid: string): Promise<string> {
  const { checkout = '' } = await system.call(fetchTogglesByGet, { query: { uid } });
  return checkout;
}

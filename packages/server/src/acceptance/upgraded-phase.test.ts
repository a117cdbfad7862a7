import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  createAnalysis,
  startAnalysis,
  startPhase,
} from '@comporta/contract/analyses/analysis-api';
import type { Results } from '@comporta/contract/analyses/results';
import { getResults } from '@comporta/contract/analyses/results-api';
import { createApplication } from '@comporta/contract/applications/application-api';
import type { BodyOf } from '@comporta/contract/endpoint';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { reportEvents } from '@comporta/contract/events/event-api';
import { createExperiment, updateExperiment } from '@comporta/contract/experiments/experiment-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { NEW_METRIC } from '@comporta/contract/metrics/metric';
import { createMetric } from '@comporta/contract/metrics/metric-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { expect, it } from 'vitest';
import { execute } from '../testing/test-cluster.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type Client, openClient } from './client.ts';
import { logIn, PASSWORD, signUp } from './company.ts';
import { startPreviousRelease } from './previous-release.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const EMAIL = 'ana@example.com';
const TOGGLE = { name: 'checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' };
const BEFORE = uids('before', 240);
const AFTER = uids('after', 160);

it('RES-104: figures of a phase that 0.2.0 began continue after the upgrade, by its rule until the next phase', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(database.drop);
  await execute(
    database.url,
    'drop schema public cascade; create schema public; drop schema drizzle cascade',
  );
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-upgraded-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const start = async (begin: typeof startServiceProcess): Promise<ServiceProcess> => {
    const service = await begin({ DATABASE_URL: database.url, DATA_DIR: dataDir });
    stack.defer(() => service.kill());
    return service;
  };

  const old = await start(startPreviousRelease);
  const onOld = await signUp(old, EMAIL);
  const { experiment, key, save, analysisId } = await measure(onOld);
  await save(10);
  await save(50);
  await meet(openClient(old.url, key), BEFORE);
  const former = await resultsOf(onOld, experiment, BEFORE.length);
  // 0.2.0 leaves out whoever has another value than with 10 %.
  const counted = countedIn(former);
  expect(counted).toBeLessThan(BEFORE.length);
  await old.stop();

  const present = await start(startServiceProcess);
  const client = openClient(present.url, await logIn(openClient(present.url), EMAIL));
  expect(figuresOf(await resultsOf(client, experiment, BEFORE.length))).toEqual(figuresOf(former));
  await meet(openClient(present.url, key), AFTER);
  const both = BEFORE.length + AFTER.length;
  const later = await resultsOf(client, experiment, both);
  expect(later.analysis.phases.at(-1)).toMatchObject({ counts: 'MOVED_LEFT_OUT' });
  expect(countedIn(later)).toBeGreaterThan(counted);
  expect(countedIn(later)).toBeLessThan(both);

  await client.call(startPhase, { params: { ...experiment, analysisId }, body: {} });
  await meet(openClient(present.url, key), AFTER);
  const next = await resultsOf(client, experiment, AFTER.length);
  expect(next.analysis.phases.at(-1)).toMatchObject({ counts: 'EVERYONE' });
  expect(countedIn(next)).toBe(AFTER.length);
});

function uids(kind: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${kind}-${index}`);
}

/** A running analysis of a split, and what saves the split with another share. */
async function measure(client: Client) {
  const { id: appId, environments } = await client.call(createApplication, {
    body: { name: 'Shop', environments: [{ name: 'Production' }] },
  });
  const params = { appId, envId: environments[0]?.id ?? '' };
  const { id: toggleId } = await client.call(createToggle, { params, body: TOGGLE });
  const split = (enabled: number) => ({
    type: 'ALL_USERS',
    valueSpec: { type: 'SPLIT', split: { enabled, disabled: 100 - enabled } },
  });
  const { id, rules } = await client.call(createExperiment, {
    params,
    body: { toggleId, rules: [split(1)] },
  });
  const ruleId = rules[0]?.id ?? '';
  const metric = { key: 'purchase', name: 'Purchase', kind: 'CONVERSION', eventKey: 'purchase' };
  const { id: metricId } = await client.call(createMetric, {
    params,
    body: { ...NEW_METRIC, ...metric },
  });
  const experiment = { ...params, id };
  const { id: analysisId } = await client.call(createAnalysis, {
    params: experiment,
    body: { ruleId, goal: { metricId } },
  });
  await client.call(startAnalysis, { params: { ...experiment, analysisId } });
  const key = await client.call(createEnvironmentKey, { params, body: { password: PASSWORD } });
  const save = (enabled: number) =>
    client.call(updateExperiment, {
      params: experiment,
      body: { toggleId, rules: [{ ...split(enabled), id: ruleId }] },
    });
  return { experiment, key, save, analysisId };
}

/** Each user gets a value, and every third buys. */
async function meet(system: Client, users: readonly string[]): Promise<void> {
  const at = new Date().toISOString();
  const events: BodyOf<typeof reportEvents>['events'][number][] = [];
  for (const [index, uid] of users.entries()) {
    const { checkout: value = '' } = await system.call(fetchTogglesByGet, { query: { uid } });
    events.push({
      type: 'exposure',
      toggle: TOGGLE.name,
      value,
      uid,
      at: new Date().toISOString(),
    });
    if (index % 3 > 0) continue;
    const bought = { type: 'track' as const, id: `${uid} ${at}`, key: 'purchase', uid };
    events.push({ ...bought, at: new Date().toISOString() });
  }
  expect(await system.call(reportEvents, { body: { events } })).toMatchObject({ rejected: [] });
}

type Experiment = Awaited<ReturnType<typeof measure>>['experiment'];

/** The results, as soon as so many users have been counted or left out. */
async function resultsOf(client: Client, params: Experiment, users: number): Promise<Results> {
  const read = () => client.call(getResults, { params, query: {} });
  await expect
    .poll(async () => {
      const results = await read();
      return countedIn(results) + leftOutIn(results);
    })
    .toBe(users);
  return read();
}

function countedIn({ values }: Results): number {
  return values.reduce((sum, { users }) => sum + users, 0);
}

function leftOutIn({ health }: Results): number {
  const carried = health.find(({ code }) => code === 'CARRIED');
  return carried?.code === 'CARRIED' ? carried.params.count : 0;
}

/** What both releases answer. */
function figuresOf({ values, metrics, verdict, phaseId }: Results) {
  return {
    phaseId,
    verdict: verdict.code,
    values: values.map(({ value, users, expected }) => ({ value, users, expected })),
    levels: metrics.map((metric) =>
      metric.values.map(({ value, users, positive, level }) => ({ value, users, positive, level })),
    ),
  };
}

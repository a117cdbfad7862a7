import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAnalysis, startAnalysis } from '@comporta/contract/analyses/analysis-api';
import { getResults } from '@comporta/contract/analyses/results-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { createExperiment } from '@comporta/contract/experiments/experiment-api';
import { createMetric } from '@comporta/contract/metrics/metric-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { findFreePort } from '../testing/spawned-service.ts';
import { openClient } from './client.ts';
import { openShop } from './company.ts';
import { type EventReporter, keepReporting } from './event-reporter.ts';
import { IS_NIGHTLY } from './nightly.ts';
import { startPreviousEdge, startPreviousRelease } from './previous-release.ts';
import { type ServiceProcess, startEdgeProcess, startServiceProcess } from './service-process.ts';
import { openSmallDisk } from './small-disk.ts';

/** `npm run crash:edge` kills 50 times, while 10,000 events are sent. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? (IS_NIGHTLY ? 12 : 4));
const EVENTS = ROUNDS * 200;
const TIMEOUT_MS = Math.max(600_000, ROUNDS * 30_000);
const REPORTERS = 4;
const TOGGLE = 'new-checkout';
const COUNTED_WITHIN_MS = 120_000;

type Start = (settings: Readonly<Record<string, string>>) => Promise<ServiceProcess>;

/** A service in a folder, and a way to start an edge node below it; all end with the test. */
async function open(stack: AsyncDisposableStack, start: Start) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-edge-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  // When the tests run as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  const PORT = String(await findFreePort());
  const settings = { DATA_DIR: path.join(folder, 'service'), PORT };
  let service = await start(settings);
  stack.defer(() => service.kill());
  const shop = await openShop(service);
  const key = await shop.newKey();
  async function edge(begin: Start, name: string, upstream = service.url) {
    const of = { DATA_DIR: path.join(folder, name), COMPORTA_URL: upstream, COMPORTA_KEY: key };
    const started = await begin(of);
    stack.defer(() => started.kill());
    await expect.poll(async () => (await fetch(`${started.url}/readyz`)).status).toBe(200);
    return started;
  }
  return {
    ...shop,
    key,
    edge,
    service: () => service,
    async restart() {
      service = await start(settings);
    },
  };
}

async function report(url: string, key: string, events: readonly object[]) {
  const answer = await fetch(`${url}/api/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

/** Waits until the service has taken what the edge node kept. */
async function untilForwarded(edge: ServiceProcess, timeout = 60_000): Promise<void> {
  const status = async () => JSON.parse(await (await fetch(`${edge.url}/status`)).text());
  const events = { waiting: 0, forwardedAt: expect.any(String) };
  await expect.poll(status, { timeout }).toMatchObject({ environments: [{ events }] });
}

const track = () => ({
  type: 'track',
  id: newId(),
  key: 'purchase',
  uid: 'ana',
  at: new Date().toISOString(),
});

it(
  `RES-32, SCL-31: events that an edge node has acknowledged while the service was frozen count once, over ${ROUNDS} kills of the node`,
  async () => {
    await using stack = new AsyncDisposableStack();
    const {
      admin,
      appId,
      envId,
      key,
      service,
      edge: startBelow,
    } = await open(stack, startServiceProcess);
    const place = { appId, envId };
    const toggle = await admin.call(createToggle, {
      params: { appId },
      body: { name: TOGGLE, values: ['enabled', 'disabled'], defaultValue: 'disabled' },
    });
    const valueSpec = { type: 'SPLIT', split: { disabled: 50, enabled: 50 } };
    const experiment = await admin.call(createExperiment, {
      params: place,
      body: { toggleId: toggle.id, rules: [{ type: 'ALL_USERS', valueSpec }] },
    });
    const metric = await admin.call(createMetric, {
      params: { appId },
      body: { key: 'purchases', name: 'Purchases', kind: 'COUNT', eventKey: 'purchase' },
    });
    const params = { ...place, id: experiment.id };
    const analysis = await admin.call(createAnalysis, {
      params,
      body: {
        ruleId: experiment.rules[0]?.id ?? '',
        goal: { metricId: metric.id },
        excludeBots: false,
      },
    });
    await admin.call(startAnalysis, { params: { ...params, analysisId: analysis.id } });

    let edge = await startBelow(startEdgeProcess, 'edge');
    const reporters: EventReporter[] = [];
    for (let number = 0; number < REPORTERS; number += 1) {
      const uid = `user-${number}`;
      const values = await openClient(edge.url, key).call(fetchTogglesByGet, { query: { uid } });
      const at = new Date().toISOString();
      const exposure = { type: 'exposure', toggle: TOGGLE, value: values[TOGGLE], uid, at };
      reporters.push(keepReporting({ url: () => edge.url, key, uid, exposure }));
    }
    const acknowledged = () => reporters.reduce((sum, one) => sum + one.acknowledged(), 0);
    stack.defer(async () => {
      await Promise.all(reporters.map((one) => one.stop()));
    });
    process.kill(service().processId, 'SIGSTOP');
    stack.defer(() => void process.kill(service().processId, 'SIGCONT'));
    for (let round = 1; round <= ROUNDS; round += 1) {
      const until = acknowledged() + 1 + Math.random() * (EVENTS / ROUNDS);
      while (acknowledged() < until) await pause(1);
      await edge.kill();
      edge = await startBelow(startEdgeProcess, 'edge');
    }
    while (acknowledged() < EVENTS) await pause(10);
    await Promise.all(reporters.map((one) => one.stop()));
    process.kill(service().processId, 'SIGCONT');
    await untilForwarded(edge, TIMEOUT_MS / 2);

    const counted = async () => {
      const { metrics } = await admin.call(getResults, { params, query: {} });
      const values = metrics[0]?.values ?? [];
      return Math.round(values.reduce((sum, { level = 0, users }) => sum + level * users, 0));
    };
    await expect
      .poll(
        async () => {
          const lacking = acknowledged() - (await counted().catch(() => 0));
          // A new event makes the service count soon.
          if (lacking !== 0) await report(service().url, key, [{ ...track(), uid: 'nobody' }]);
          return lacking;
        },
        { timeout: COUNTED_WITHIN_MS, interval: 500 },
      )
      .toBe(0);
    const status = JSON.parse(await (await fetch(`${edge.url}/status`)).text());
    expect(status.environments).toMatchObject([{ events: { waiting: 0, refused: 0 } }]);
  },
  TIMEOUT_MS,
);

it('SCL-31: on a full disk, events that the service does not take are answered 503; with room again they are kept', async () => {
  await using stack = new AsyncDisposableStack();
  const { key, service, edge: startBelow } = await open(stack, startServiceProcess);
  const disk = openSmallDisk();
  stack.defer(() => disk.remove());
  const edge = await startBelow(
    (settings) => startEdgeProcess({ ...settings, DATA_DIR: disk.dataDir }),
    'edge',
  );
  await service().kill();
  // More than a file may have where the disk is a limit on that.
  const large = { ...track(), filling: randomBytes(100_000).toString('base64') };
  disk.fill(edge);
  expect(await report(edge.url, key, [large])).toMatchObject({
    status: 503,
    body: { error_code: 'SERVICE_UNAVAILABLE' },
  });
  disk.empty(edge);
  expect(await report(edge.url, key, [large])).toMatchObject({ body: { accepted: 1 } });
  await edge.kill();
});

it('SCL-36: below a service of 0.2.0, an edge node keeps events while that is away, and sends them', async () => {
  await using stack = new AsyncDisposableStack();
  const { key, service, restart, edge: startBelow } = await open(stack, startPreviousRelease);
  const edge = await startBelow(startEdgeProcess, 'edge');
  const [first, second] = [track(), track()];
  expect(await report(edge.url, key, [first])).toMatchObject({ body: { accepted: 1 } });
  await service().kill();
  expect(await report(edge.url, key, [second])).toMatchObject({ body: { accepted: 1 } });
  await restart();
  await untilForwarded(edge);
  expect(await report(service().url, key, [first, second])).toMatchObject({
    body: { accepted: 0, duplicates: 2 },
  });
});

it('SCL-36: an edge node of 0.2.0 below one of this release gets its answers, also while the service is frozen', async () => {
  await using stack = new AsyncDisposableStack();
  const { key, service, edge: startBelow } = await open(stack, startServiceProcess);
  const edge = await startBelow(startEdgeProcess, 'edge');
  const previous = await startBelow(startPreviousEdge, 'previous', edge.url);
  process.kill(service().processId, 'SIGSTOP');
  stack.defer(() => void process.kill(service().processId, 'SIGCONT'));
  const event = track();
  expect(await report(previous.url, key, [event])).toMatchObject({ body: { accepted: 1 } });
  process.kill(service().processId, 'SIGCONT');
  await untilForwarded(edge);
  expect(await report(service().url, key, [event])).toMatchObject({
    body: { accepted: 0, duplicates: 1 },
  });
});

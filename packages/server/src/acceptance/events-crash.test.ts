import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAnalysis, startAnalysis } from '@comporta/contract/analyses/analysis-api';
import { getResults } from '@comporta/contract/analyses/results-api';
import { createApplication } from '@comporta/contract/applications/application-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { createExperiment } from '@comporta/contract/experiments/experiment-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createMetric } from '@comporta/contract/metrics/metric-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../testing/spawned-service.ts';
import { openClient } from './client.ts';
import { logIn, PASSWORD, signUp } from './company.ts';
import { type EventReporter, keepReporting } from './event-reporter.ts';
import { IS_NIGHTLY } from './nightly.ts';
import { signalPostgres } from './postgres-processes.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { beginAttack, type RunningAttack } from './two-companies/begin-attack.ts';
import { openMeasuredShop } from './two-companies/measured-shop.ts';

/** `npm run crash:events` runs 200. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? (IS_NIGHTLY ? 20 : 8));
/** Only for a run that hangs. A round takes a second on a quiet machine, and 15 on a very busy one. */
const TIMEOUT_MS = Math.max(600_000, ROUNDS * 20_000);
const REPORTERS = 4;
const TOGGLE = 'new-checkout';
/** Events are counted every 15 seconds, and at once after a quiet time; counting itself takes longer on a busy machine. */
const COUNTED_WITHIN_MS = 120_000;

let dataDir: string;
let settings: Readonly<Record<string, string>>;
let service: ServiceProcess;
/** Another company of the node sends what no commit takes, all the time. */
let poison: RunningAttack;
let token: string;
let place: { readonly appId: string; readonly envId: string; readonly id: string };
let key: string;
/** Those of a first try, too: what they were told is counted must be counted as well. */
const reporters: EventReporter[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-crash-'));
  const PORT = String(await findFreePort());
  settings = { DATA_DIR: dataDir, SIGNUP: 'open', PORT };
  service = await startServiceProcess(settings);
  const admin = await signUp(service, 'ana@example.com');
  token = await logIn(admin, 'ana@example.com');
  const environments = [{ name: 'Production' }];
  const shop = await admin.call(createApplication, { body: { name: 'Shop', environments } });
  const [appId, envId] = [shop.id, shop.environments[0]?.id ?? ''];
  const ofKey = { params: { appId, envId }, body: { password: PASSWORD } };
  key = await admin.call(createEnvironmentKey, ofKey);
  const toggle = await admin.call(createToggle, {
    params: { appId },
    body: { name: TOGGLE, values: ['enabled', 'disabled'], defaultValue: 'disabled' },
  });
  const valueSpec = { type: 'SPLIT', split: { disabled: 50, enabled: 50 } };
  const experiment = await admin.call(createExperiment, {
    params: { appId, envId },
    body: { toggleId: toggle.id, rules: [{ type: 'ALL_USERS', valueSpec }] },
  });
  const metric = await admin.call(createMetric, {
    params: { appId },
    body: { key: 'purchases', name: 'Purchases', kind: 'COUNT', eventKey: 'purchase' },
  });
  place = { appId, envId, id: experiment.id };
  const analysis = await admin.call(createAnalysis, {
    params: place,
    body: {
      ruleId: experiment.rules[0]?.id ?? '',
      goal: { metricId: metric.id },
      excludeBots: false,
    },
  });
  await admin.call(startAnalysis, { params: { ...place, analysisId: analysis.id } });
  const { admin: _, ...neighbour } = await openMeasuredShop(service, 'rui@example.org');
  poison = await beginAttack({ attack: 'poison', shop: { ...neighbour, toggleCount: 1 } });
});

afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true });
});

it(
  `RES-95, FAIR-81: beside a company that sends poison, events that are sent until they are acknowledged count once, over ${ROUNDS} kills of service or database or both`,
  async () => {
    onTestFinished(async () => {
      await Promise.all(reporters.map((reporter) => reporter.stop()));
    });
    const mine = await Promise.all(Array.from({ length: REPORTERS }, (_, n) => report(n)));
    reporters.push(...mine);
    for (let round = 1; round <= ROUNDS; round++) {
      const reported = totalOf(mine) + 1 + Math.floor(Math.random() * 100);
      while (totalOf(mine) < reported) await pause(1);
      if (round % 3 !== 1) signalPostgres(dataDir, 'SIGKILL');
      // The service restarts a database that has ended; that takes five seconds.
      if (round % 3 === 0) continue;
      await service.kill();
      service = await startServiceProcess(settings);
    }
    await Promise.all(reporters.map((reporter) => reporter.stop()));
    const answers = await poison.end();
    expect(answers['200']).toBeGreaterThan(ROUNDS);
    const refusals = new Set(mine.flatMap((reporter) => [...reporter.refusals()]));
    expect(['cut off', '503 SERVICE_UNAVAILABLE, retry after 2']).toEqual(
      expect.arrayContaining([...refusals]),
    );
    expect(refusals).toContain('cut off');

    const last = { url: () => service.url, key, uid: 'user-0' };
    await expect
      .poll(
        async () => {
          const lacking = totalOf(reporters) - (await countedEvents());
          if (lacking === 0) return 0;
          // A new event makes the service count soon.
          const reporter = keepReporting(last);
          reporters.push(reporter);
          await reporter.stop();
          return lacking;
        },
        { timeout: COUNTED_WITHIN_MS, interval: 500 },
      )
      .toBe(0);
  },
  TIMEOUT_MS,
);

async function report(number: number): Promise<EventReporter> {
  const uid = `user-${number}`;
  const system = openClient(service.url, key);
  const { [TOGGLE]: value } = await system.call(fetchTogglesByGet, { query: { uid } });
  const at = new Date().toISOString();
  const exposure = { type: 'exposure', toggle: TOGGLE, value, uid, at };
  return keepReporting({ url: () => service.url, key, uid, exposure });
}

function totalOf(reporters: readonly EventReporter[]): number {
  return reporters.reduce((sum, reporter) => sum + reporter.acknowledged(), 0);
}

async function countedEvents(): Promise<number> {
  const admin = openClient(service.url, token);
  const { metrics } = await admin.call(getResults, { params: place, query: {} });
  const values = metrics[0]?.values ?? [];
  return Math.round(values.reduce((sum, { level = 0, users }) => sum + level * users, 0));
}

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAnalysis, startAnalysis } from '@comporta/contract/analyses/analysis-api';
import type { Results } from '@comporta/contract/analyses/results';
import { getResults } from '@comporta/contract/analyses/results-api';
import { createApplication } from '@comporta/contract/applications/application-api';
import type { ExposureEvent, TrackEvent } from '@comporta/contract/events/event';
import { reportEvents } from '@comporta/contract/events/event-api';
import { listExperiments } from '@comporta/contract/experiments/experiment-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createMetric } from '@comporta/contract/metrics/metric-api';
import { importApplication } from '@comporta/contract/transfer/transfer-api';
import { bucketOf, hashSalt } from '@comporta/engine/split';
import { mostWrongClaims } from '@comporta/stats/testing/honesty';
import { type Random, seededRandom } from '@comporta/stats/testing/random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, openClient, Refusal } from './client.ts';
import { PASSWORD, signUp } from './company.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** `npm run honesty:service` runs 200. */
const REPLICATIONS = Number(process.env.AA_REPLICATIONS ?? 40);
const USERS = 2_000;
/** How many splits without any effect run at once on the same users; each has its own salt. */
const IDLE = 10;
/** One more split doubles the share of users who buy. */
const REAL = 'real';
const BUYERS = { disabled: 0.1, enabled: 0.2 };
const BUCKETS = 10_000;
const USERS_A_CALL = 80;
const CALLS_AT_ONCE = 4;
/** Events are counted every 15 seconds. */
const COUNTED_WITHIN_MS = 120_000;
const Z = 1.96;
const ALPHA = 0.05;

const TOGGLES = [REAL, ...Array.from({ length: IDLE }, (_, place) => `idle-${place}`)];
const ENVIRONMENTS = Array.from({ length: Math.ceil(REPLICATIONS / IDLE) }, (_, n) => `Shop ${n}`);

let dataDir: string;
let service: ServiceProcess;
let admin: Client;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-honesty-'));
  service = await startServiceProcess({ DATA_DIR: dataDir });
  admin = await signUp(service, 'ana@example.com');
});

afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true });
});

it(
  `RES-61: through the real path, ${ENVIRONMENTS.length * IDLE} splits of ${USERS} users that do nothing are called different no more often than is said; those that do are found`,
  async () => {
    const places = await startAnalyses();
    const buyers = new Map<string, number>();
    for (const [number, { id, key, name }] of places.environments.entries()) {
      buyers.set(id, await reportUsers(key, name, seededRandom(number)));
    }
    const results: Results[] = [];
    for (const { place } of places.analyses) {
      results.push(await counted(place, buyers.get(place.envId) ?? 0));
    }
    const of = (isReal: boolean) =>
      results.filter((_, index) => (places.analyses[index]?.toggle === REAL) === isReal);

    const idle = of(false);
    const limit = mostWrongClaims({ runs: idle.length, alpha: ALPHA });
    // The product's interval, a textbook test with a single look, and the alarm about a sample ratio mismatch.
    expect(idle.filter(isCalledDifferent).length).toBeLessThanOrEqual(limit);
    expect(idle.filter(isSeenOnce).length).toBeLessThanOrEqual(limit);
    const alarms = mostWrongClaims({ runs: idle.length, alpha: 0.01 });
    expect(idle.filter(({ verdict }) => verdict.code === 'INVALID_SRM').length).toBeLessThanOrEqual(
      alarms,
    );
    process.stdout.write(
      `${idle.length} that do nothing: ${idle.filter(isCalledDifferent).length} called different, ${idle.filter(isSeenOnce).length} by one look, at most ${limit}\n`,
    );

    // With the same users, events and checks a real effect is detected, so the checks above can detect one.
    const real = of(true);
    expect(real.filter(isCalledDifferent)).toHaveLength(real.length);
    expect(real.length).toBeGreaterThan(mostWrongClaims({ runs: real.length, alpha: ALPHA }));
  },
  60_000 + REPLICATIONS * 2_000,
);

function isCalledDifferent(results: Results): boolean {
  const difference = goalOf(results)?.difference;
  if (difference === undefined) throw new Error('the gate is shut');
  return difference.low > 0 || difference.high < 0;
}

function isSeenOnce(results: Results): boolean {
  const { difference, raw } = goalOf(results) ?? {};
  return Math.abs(difference?.point ?? 0) > Z * (raw?.standardError ?? 0);
}

function goalOf({ metrics }: Results) {
  return metrics[0]?.comparisons[0];
}

function saltOf(environment: string, toggle: string): string {
  return `${environment} ${toggle}`;
}

/** The value of the split, computed as every client does; the service refuses any other value. */
function givenTo(environment: string, toggle: string, uid: string): 'disabled' | 'enabled' {
  const bucket = bucketOf(hashSalt(saltOf(environment, toggle)), uid, BUCKETS);
  return bucket < BUCKETS / 2 ? 'disabled' : 'enabled';
}

async function startAnalyses() {
  const environments = ENVIRONMENTS.map((name) => ({ name }));
  const shop = await admin.call(createApplication, { body: { name: 'Shop', environments } });
  const appId = shop.id;
  await admin.call(importApplication, {
    params: { appId },
    query: {},
    body: {
      format: 'comporta-application-1',
      application: 'Shop',
      environments: ENVIRONMENTS,
      properties: [],
      targetGroups: [],
      toggles: TOGGLES.map((name) => ({
        name,
        values: ['disabled', 'enabled'],
        defaultValue: 'disabled',
        valueType: 'BOOLEAN' as const,
      })),
      experiments: ENVIRONMENTS.flatMap((environment) =>
        TOGGLES.map((toggle) => ({
          environment,
          toggle,
          status: 'ACTIVE' as const,
          salt: saltOf(environment, toggle),
          buckets: BUCKETS,
          rules: [
            {
              type: 'ALL_USERS',
              valueSpec: { type: 'SPLIT', split: { disabled: 50, enabled: 50 } },
            },
          ],
        })),
      ),
    },
  });
  const metric = await admin.call(createMetric, {
    params: { appId },
    body: { key: 'purchase', name: 'Purchase', kind: 'CONVERSION', eventKey: 'purchase' },
  });
  const started = { environments: [], analyses: [] } as Started;
  for (const { id: envId, name } of shop.environments) {
    const ofKey = { params: { appId, envId }, body: { password: PASSWORD } };
    started.environments.push({
      id: envId,
      name,
      key: await admin.call(createEnvironmentKey, ofKey),
    });
    const experiments = await admin.call(listExperiments, { params: { appId, envId } });
    for (const { id, toggleName, rules } of experiments) {
      const place = { appId, envId, id };
      const body = { ruleId: rules[0]?.id ?? '', goal: { metricId: metric.id } };
      const { id: analysisId } = await admin.call(createAnalysis, { params: place, body });
      await admin.call(startAnalysis, { params: { ...place, analysisId } });
      started.analyses.push({ toggle: toggleName, place });
    }
  }
  return started;
}

interface Started {
  readonly environments: { readonly id: string; readonly name: string; readonly key: string }[];
  readonly analyses: { readonly toggle: string; readonly place: ExperimentIds }[];
}

interface ExperimentIds {
  readonly appId: string;
  readonly envId: string;
  readonly id: string;
}

/** Exposes every user to all splits; the split REAL alone decides who buys. Resolves with the number of buyers. */
async function reportUsers(key: string, environment: string, random: Random): Promise<number> {
  const system = openClient(service.url, key);
  const calls: (ExposureEvent | TrackEvent)[][] = [];
  for (let first = 0; first < USERS; first += USERS_A_CALL) {
    const at = new Date().toISOString();
    const users = Array.from(
      { length: Math.min(USERS_A_CALL, USERS - first) },
      (_, n) => first + n,
    );
    calls.push(
      users.flatMap((user) => {
        const uid = `user-${user}`;
        const shown = TOGGLES.map((toggle): ExposureEvent => {
          const value = givenTo(environment, toggle, uid);
          return { type: 'exposure', toggle, value, uid, at };
        });
        const bought: TrackEvent = { type: 'track', id: uid, key: 'purchase', uid, at };
        const buys = random.uniform() < BUYERS[givenTo(environment, REAL, uid)];
        return buys ? [...shown, bought] : shown;
      }),
    );
  }
  for (let first = 0; first < calls.length; first += CALLS_AT_ONCE) {
    const some = calls.slice(first, first + CALLS_AT_ONCE);
    await Promise.all(some.map((events) => reportUntilTaken(system, events)));
  }
  return calls.flat().filter(({ type }) => type === 'track').length;
}

/** Retries as our SDK does: on a busy machine the database may take longer than the service waits for it. */
async function reportUntilTaken(
  system: Client,
  events: (ExposureEvent | TrackEvent)[],
): Promise<void> {
  for (;;) {
    try {
      const { rejected } = await system.call(reportEvents, { body: { events } });
      expect(rejected).toEqual([]);
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || error.retryAfter === null) throw error;
      await pause(Number(error.retryAfter) * 1_000);
    }
  }
}

/** Resolves with the results once they contain every user and every buyer. */
async function counted(place: ExperimentIds, buyers: number): Promise<Results> {
  let results: Results | undefined;
  await expect
    .poll(
      async () => {
        results = await admin.call(getResults, { params: place, query: {} });
        const values = results.metrics[0]?.values ?? [];
        const sumOf = (part: 'users' | 'positive') =>
          values.reduce((sum, one) => sum + one[part], 0);
        return { users: sumOf('users'), buyers: sumOf('positive') };
      },
      { timeout: COUNTED_WITHIN_MS, interval: 1_000 },
    )
    .toEqual({ users: USERS, buyers });
  if (results === undefined) throw new Error('no results');
  return results;
}

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createApplication,
  listApplications,
} from '@comporta/contract/applications/application-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createProperty } from '@comporta/contract/properties/property-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts';
import { balance } from './balancer.ts';
import { type Client, openClient, Refusal } from './client.ts';
import { PASSWORD, signUp } from './company.ts';
import { keepReporting } from './event-reporter.ts';
import { signalPostgres } from './postgres-processes.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { keepAsking } from './steady-asker.ts';

const AWAY_MS = 3_000;
/** More than the pool has connections: every connection is used, so its loss is noticed, and some callers wait. */
const CALLERS = 20;
const AWAY = '503 SERVICE_UNAVAILABLE, retry after 2';
/** A call that waited 5 s for a connection, or for another call: before and after, a busy machine may answer it. */
const BUSY = '503 SERVICE_BUSY, retry after 1';
const METRICS_TOKEN = randomUUID();

let dataDir: string;
let postgres: EmbeddedPostgres;
let service: ServiceProcess;
let admin: Client;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-away-'));
  postgres = await openEmbeddedPostgres({ dataDir, fsync: false });
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, METRICS_TOKEN };
  service = await startServiceProcess(settings);
  admin = await signUp(service, 'ana@example.com');
});

afterAll(async () => {
  // A failed test may have left the database frozen; then it could not be closed.
  signalPostgres(dataDir, 'SIGCONT');
  await service.stop();
  await postgres.close();
  rmSync(dataDir, { recursive: true });
});

it.each([
  [
    'stopped',
    () => postgres.close(),
    async () => {
      postgres = await openEmbeddedPostgres({ dataDir, fsync: false });
    },
  ],
  ['killed', async () => signalPostgres(dataDir, 'SIGKILL'), async () => {}],
  [
    'frozen, as behind a network that drops every packet,',
    async () => signalPostgres(dataDir, 'SIGSTOP'),
    async () => signalPostgres(dataDir, 'SIGCONT'),
  ],
])(
  'RES-96, OPR-08, OPR-12: while the database is %s toggles are still answered through a load balancer; changes and events get SERVICE_UNAVAILABLE until it is back, and the log says why once a second',
  async (_how, takeAway, bringBack) => {
    const { appId, key, neverAsked } = await openShop();
    const toggle = await expectChangesToBeSeen(appId, key);
    const values = { [toggle]: 'disabled' };
    const balancer = await balance([service.url]);
    const asker = keepAsking(() => `${balancer.next()}/api/toggles?uid=ana`, key, values);
    const callers = Array.from({ length: CALLERS }, () => keepCalling(appId));
    const reporter = keepReporting({ url: () => service.url, key, uid: 'ana' });
    onTestFinished(async () => {
      await Promise.all([asker, reporter, ...callers].map((one) => one.stop()));
      await balancer.close();
    });
    await pause(200);
    const answersBefore = await asker.answered();

    await takeAway();
    const awaySinceMs = performance.now();
    let isAway = true;
    const endFault = async () => {
      if (isAway) await bringBack();
      isAway = false;
    };
    // Also when the test fails: the others, and a second try, begin with a database.
    onTestFinished(endFault);
    const stranger = openClient(service.url, neverAsked);
    const strangersValues = await stranger.call(fetchTogglesByGet, { query: { uid: 'ana' } });
    await pause(AWAY_MS);
    // No client waits until the database is back: toggles are answered, and all other calls are refused. With a frozen
    // database a refusal takes as long as the timeout for a silent connection.
    const answers = await asker.answered();
    await Promise.all(callers.map((caller) => caller.answered()));
    await expect.poll(reporter.refusals).toEqual(new Set([AWAY]));
    const awayUntilMs = performance.now();
    await endFault();
    await expect.poll(isBack).toBe(true);
    const { complaints } = await asker.stop();
    await balancer.close();
    const calls = (await Promise.all(callers.map((caller) => caller.stop()))).flat();
    await reporter.stop();

    expect(complaints).toEqual([]);
    expect(strangersValues).toEqual(values);
    expect(answers).toBeGreaterThan(answersBefore);
    const whileAway = calls.filter(
      (call) => call.endMs > awaySinceMs && call.startMs < awayUntilMs,
    );
    expect(['done', AWAY]).toEqual(expect.arrayContaining(answersOf(whileAway)));
    expect(['done', AWAY, BUSY]).toEqual(expect.arrayContaining(answersOf(calls)));
    expect(answersOf(calls)).toEqual(expect.arrayContaining(['done', AWAY]));
    expect(reporter.refusals()).toEqual(new Set([AWAY]));
    for (const msg of ['database unavailable', 'connection to the database lost']) {
      const told = service.log().filter((line) => line.msg === msg);
      expect(told, msg).not.toEqual([]);
      expect(told.filter(({ err }) => !err?.message)).toEqual([]);
      const times = told.map(({ time }) => Date.parse(time ?? ''));
      const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      // The clock of the log and the one that counts the second differ by milliseconds.
      expect(Math.min(...pauses, 1_000), msg).toBeGreaterThan(900);
    }
    await expectChangesToBeSeen(appId, key);
  },
);

it('a service can be stopped while its database is frozen', async () => {
  const other = await startServiceProcess({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
  signalPostgres(dataDir, 'SIGSTOP');
  await other.stop().finally(() => signalPostgres(dataDir, 'SIGCONT'));
});

/** An application of one try, with the keys of two environments of which one is never asked for. */
async function openShop() {
  const environments = ['Production', 'Never asked'].map((name) => ({ name }));
  const shop = await admin.call(createApplication, { body: { name: randomUUID(), environments } });
  const keys: string[] = [];
  for (const { id: envId } of shop.environments) {
    const [params, body] = [{ appId: shop.id, envId }, { password: PASSWORD }];
    keys.push(await admin.call(createEnvironmentKey, { params, body }));
    // A node holds an environment with a key in memory before any request for it. While it is loaded for the first time,
    // a change to it reaches the memory only a moment later.
    await expect.poll(held).toContain(envId);
  }
  const [key = '', neverAsked = ''] = keys;
  return { appId: shop.id, key, neverAsked };
}

/** A call, and its times by the clock of performance.now(). */
interface Call {
  readonly answer: string;
  readonly startMs: number;
  readonly endMs: number;
}

function answersOf(calls: readonly Call[]): string[] {
  return [...new Set(calls.map(({ answer }) => answer))];
}

/** A user of the console who saves and reads in turn, whatever the responses are. */
function keepCalling(appId: string) {
  const calls: Call[] = [];
  let underWay = Promise.resolve();
  let stopped = false;

  function note(call: Promise<unknown>): Promise<void> {
    const startMs = performance.now();
    underWay = call
      .then(() => 'done', describe)
      .then((answer) => {
        calls.push({ answer, startMs, endMs: performance.now() });
      });
    return underWay;
  }

  async function callOn(): Promise<readonly Call[]> {
    while (!stopped) {
      const body = { key: `key-${randomUUID()}`, type: 'STRING' };
      await note(admin.call(createProperty, { params: { appId }, body }));
      await note(admin.call(listApplications, {}));
      await pause(20);
    }
    return calls;
  }

  const calling = callOn();
  return {
    /** Resolves when the current call is answered. */
    answered: () => underWay,
    /** Stops calling; resolves with all calls. */
    stop() {
      stopped = true;
      return calling;
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Refusal
    ? `${error.status} ${error.code}, retry after ${error.retryAfter}`
    : String(error);
}

/** Makes as many calls at once as before: a connection that was not returned to the pool would be missing. */
async function isBack(): Promise<boolean> {
  const calls = Array.from({ length: CALLERS }, () => admin.call(listApplications, {}));
  return (await Promise.allSettled(calls)).every(({ status }) => status === 'fulfilled');
}

/** The environments that this node holds in memory, as its metrics name them. */
async function held(): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${service.url}/metrics`, { headers })).text();
  return metrics.match(/^comporta_snapshot_revision\{.*/gm)?.join() ?? '';
}

/** Answers the name of the toggle that was created for it. */
async function expectChangesToBeSeen(appId: string, key: string): Promise<string> {
  const name = `toggle-${randomUUID()}`;
  const body = { name, values: ['enabled', 'disabled'], defaultValue: 'disabled' };
  await admin.call(createToggle, { params: { appId }, body });
  const system = openClient(service.url, key);
  const values = await system.call(fetchTogglesByGet, { query: { uid: 'ana' } });
  expect(values).toHaveProperty(name, 'disabled');
  return name;
}

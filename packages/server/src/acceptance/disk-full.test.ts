import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createApplication } from '@comporta/contract/applications/application-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createProperty, listProperties } from '@comporta/contract/properties/property-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRunningServer } from '../embedded-postgres/running-server.ts';
import { spawnService } from '../testing/spawned-service.ts';
import { type Client, openClient, Refusal } from './client.ts';
import { logIn, PASSWORD, signUp } from './company.ts';
import { keepReporting } from './event-reporter.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { openSmallDisk } from './small-disk.ts';
import { keepAsking } from './steady-asker.ts';

const WRITERS = 6;
const FULL_MS = 3_000;
const EMAIL = 'ana@example.com';
const VALUES = { 'new-checkout': 'off' };

const STORAGE_FULL = '507 STORAGE_FULL';
const SERVICE_UNAVAILABLE = '503 SERVICE_UNAVAILABLE';
const READY = '200 ready, database ready, storage';
const UNREACHABLE = '503 waiting, database unreachable, storage';

const disk = openSmallDisk();
let service: ServiceProcess;
let admin: Client;
let appId: string;
let key: string;

beforeAll(async () => {
  service = await startServiceProcess({ DATA_DIR: disk.dataDir });
  admin = await signUp(service, EMAIL);
  const environments = [{ name: 'Production' }];
  const shop = await admin.call(createApplication, { body: { name: 'Shop', environments } });
  appId = shop.id;
  key = await admin.call(createEnvironmentKey, {
    params: { appId, envId: shop.environments[0]?.id ?? '' },
    body: { password: PASSWORD },
  });
  const toggle = { name: 'new-checkout', values: ['on', 'off'], defaultValue: 'off' };
  await admin.call(createToggle, { params: { appId }, body: toggle });
});

afterAll(async () => {
  await service.stop();
  disk.remove();
});

it(`RES-96: ${disk.what}, full: saving and events are refused, toggles are answered; with room again all is as before and nothing is lost`, async () => {
  // A save is answered before the data plane follows it.
  const system = openClient(service.url, key);
  const values = () => system.call(fetchTogglesByGet, { query: { uid: 'ana' } });
  await expect.poll(values).toEqual(VALUES);
  const asker = keepAsking(`${service.url}/api/toggles?uid=ana`, key, VALUES);
  const writers = Array.from({ length: WRITERS }, keepWriting);
  const reporter = keepReporting({ url: () => service.url, key, uid: 'ana' });
  await pause(500);
  const answersBefore = await asker.answered();

  disk.fill(service);
  await pause(FULL_MS);
  const whileFull = { reading: await answerTo(listAll), readiness: await readiness() };
  await useUpLog();
  await pause(FULL_MS);
  const withoutLog = { reading: await answerTo(listAll), readiness: await readiness() };
  const refused = writers.map(({ refusals }) => [...refusals]);
  const eventsRefused = [...reporter.refusals()];
  // Evaluations do not wait for free space.
  const answers = await asker.answered();
  disk.empty(service);
  await expect.poll(() => answerTo(save)).toBe('done');
  for (const writer of writers) await writer.stop();
  await reporter.stop();
  const { complaints } = await asker.stop();

  expect(complaints).toEqual([]);
  expect(answers).toBeGreaterThan(answersBefore);
  expect(refused).not.toContainEqual([]);
  const refusals = new Set(refused.flat());
  const databaseGone = {
    reading: SERVICE_UNAVAILABLE,
    readiness: expect.stringMatching(UNREACHABLE),
  };
  if (disk.tellsFreeSpace) {
    expect(refusals).toEqual(new Set([STORAGE_FULL]));
    expect(whileFull).toEqual({ reading: 'done', readiness: `${READY} full` });
  } else {
    expect(refusals).toContain(SERVICE_UNAVAILABLE);
    expect([STORAGE_FULL, SERVICE_UNAVAILABLE]).toEqual(expect.arrayContaining([...refusals]));
    expect(whileFull).toEqual(databaseGone);
  }
  expect(withoutLog).toEqual(databaseGone);
  const told = [STORAGE_FULL, SERVICE_UNAVAILABLE].map((code) => `${code}, retry after 2`);
  if (disk.tellsFreeSpace) expect(eventsRefused).toEqual(told.slice(0, 1));
  else expect(told).toEqual(expect.arrayContaining(eventsRefused));
  expect(eventsRefused).not.toEqual([]);

  expect(await readiness()).toBe(`${READY} ready`);
  await logIn(openClient(service.url), EMAIL);
  const stored = new Set((await listAll()).map(({ id }) => id));
  const saved = writers.flatMap((writer) => writer.saved);
  expect(saved.length).toBeGreaterThan(0);
  expect(saved.filter((id) => !stored.has(id))).toEqual([]);
});

it.skipIf(!disk.tellsFreeSpace)(
  'OPS-18: a start on a full disk reports it and names the folder, with existing and with new data',
  async () => {
    await service.stop();
    disk.fill(service);
    for (const dataDir of [disk.dataDir, `${disk.dataDir}-new`]) {
      const { ended } = await spawnService({ DATA_DIR: dataDir });
      const { code, stderr } = await ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/^Comporta did not start: .*no space left on device.*\n$/i);
      expect(stderr).toContain(dataDir);
      expect(stderr).not.toContain('Check DATABASE_URL');
    }
    disk.empty(service);
    service = await startServiceProcess({ DATA_DIR: disk.dataDir });
    expect(await readiness()).toBe(`${READY} ready`);
  },
);

function save(): Promise<{ readonly id: string }> {
  const body = { key: `key-${randomUUID()}`, type: 'STRING' };
  return admin.call(createProperty, { params: { appId }, body });
}

function listAll(): Promise<readonly { readonly id: string }[]> {
  return admin.call(listProperties, { params: { appId } });
}

/** A user who saves one property after the other, whatever the responses are, and records what was acknowledged. */
function keepWriting() {
  const saved: string[] = [];
  const refusals: string[] = [];
  let stopped = false;

  async function writeOn(): Promise<void> {
    while (!stopped) {
      const answer = await answerTo(async () => saved.push((await save()).id));
      if (answer !== 'done') refusals.push(answer);
      await pause(20);
    }
  }

  const writing = writeOn();
  return {
    saved,
    refusals,
    stop() {
      stopped = true;
      return writing;
    },
  };
}

async function answerTo(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    return error instanceof Refusal ? `${error.status} ${error.code}` : String(error);
  }
}

async function readiness(): Promise<string> {
  const response = await fetch(`${service.url}/readyz`);
  const { status, database, storage } = (await response.json()) as Record<string, string>;
  return `${response.status} ${status}, database ${database}, storage ${storage}`;
}

/** Writes to the database's write-ahead log until the disk has no room for it; PostgreSQL then has to stop. */
async function useUpLog(): Promise<void> {
  const client = new pg.Client({ connectionString: findRunningServer(disk.dataDir) });
  client.on('error', () => {});
  try {
    await client.connect();
    for (;;) await client.query(`select pg_logical_emit_message(true, '', repeat('x', 100000))`);
  } catch {
    // The database stopped now, or had stopped before.
  } finally {
    await client.end().catch(() => {});
  }
}

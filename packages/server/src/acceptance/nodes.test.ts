import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createApplication } from '@comporta/contract/applications/application-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../platform/database/connection.ts';
import { findFreePort, type SpawnedService, spawnService } from '../testing/spawned-service.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openShop, signUp } from './company.ts';
import { postgresProcesses } from './postgres-processes.ts';
import { processOf } from './service-process.ts';

const NODES = '2';

let dataDir: string;
let metricsPort: number;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-nodes-'));
  metricsPort = await findFreePort();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Two nodes with the embedded database; what is left of them is killed at the end. */
async function startNodes(settings: Readonly<Record<string, string>> = {}) {
  const spawned = await spawnService({ DATA_DIR: dataDir, NODES, SIGNUP: 'open', ...settings });
  onTestFinished(async () => {
    spawned.process.kill('SIGKILL');
    await spawned.ended;
  });
  return { spawned, service: await processOf(spawned) };
}

/** The processes of the nodes, which the first process has started. */
function nodesOf({ process: { pid } }: SpawnedService): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => parent === `${pid}` && args.join(' ').includes('node-process'))
    .map(([id]) => Number(id));
}

/** Asks on a connection of its own, which the kernel gives to any of the nodes. */
function askOnce(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(`${url}/livez`, { agent: new Agent({ keepAlive: false }) }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', () => resolve(undefined));
  });
}

async function askOften(url: string, times = 60) {
  const answers = await Promise.all(Array.from({ length: times }, () => askOnce(url)));
  return new Set(answers);
}

function isRunning(id: number): boolean {
  try {
    // A process that ended is listed until its parent has asked for its end.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function callsOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const counts = text.matchAll(
    /request_duration_seconds_count\{[^}]*route="\/livez"[^}]*\} (\d+)/g,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

it('SCL-20, SCL-23: NODES=2 answers from two processes, with one welcome line, metrics of each, and the node in lines of the log', async () => {
  const { spawned, service } = await startNodes({ METRICS_LISTEN: `127.0.0.1:${metricsPort}` });
  const [first = 0, second = 0, ...others] = nodesOf(spawned);
  expect(others).toEqual([]);
  expect(await askOften(service.url)).toEqual(new Set([200]));
  const counts = () => Promise.all([callsOf(metricsPort), callsOf(metricsPort + 1)]);
  await expect.poll(async () => (await counts()).reduce((sum, one) => sum + one)).toBe(60);
  expect(Math.min(...(await counts()))).toBeGreaterThan(0);

  // A save on any node, and its change on all.
  const { admin, appId, newKey } = await openShop(service);
  const key = await newKey();
  const body = { name: 'checkout', values: ['on', 'off'], defaultValue: 'off' };
  await admin.call(createToggle, { params: { appId }, body });
  const valuesOnEachConnection = () =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        const headers = { authorization: `Bearer ${key}`, connection: 'close' };
        return (await fetch(`${service.url}/api/toggles`, { headers })).json();
      }),
    );
  const expected = Array.from({ length: 20 }, () => ({ checkout: 'off' }));
  await expect.poll(valuesOnEachConnection).toEqual(expected);
  const nodesInLog = new Set(service.log().map((line) => Reflect.get(line, 'node')));
  expect(nodesInLog).toEqual(new Set([1, 2]));

  await service.stop();
  const { stdout } = await spawned.ended;
  expect(stdout.match(/^Comporta is ready/gm)).toHaveLength(1);
  expect([first, second].filter(isRunning)).toEqual([]);
  expect(postgresProcesses(dataDir)).toEqual([]);
});

it('SCL-21: when a node is killed no later request fails, and it starts again', async () => {
  const { spawned, service } = await startNodes();
  const [victim = 0, survivor = 0] = nodesOf(spawned);
  await askOften(service.url);
  process.kill(victim, 'SIGKILL');
  // Until all of its threads have ended, the kernel may still give it connections.
  const ends = () => service.log().filter(({ msg }) => msg.startsWith('a node ended'));
  await expect.poll(ends).toHaveLength(1);
  expect(await askOften(service.url)).toEqual(new Set([200]));
  await expect.poll(() => nodesOf(spawned)).toHaveLength(2);
  expect(nodesOf(spawned)).toContain(survivor);
  await expect
    .poll(() => service.log().filter(({ msg }) => msg.startsWith('Server listening')).length)
    .toBe(3);
  expect(await askOften(service.url)).toEqual(new Set([200]));
});

it('SCL-21, SCL-25: when the first process is killed, nodes and database end too; the next start has what was saved', async () => {
  const { spawned, service } = await startNodes();
  const all = [...nodesOf(spawned), ...postgresProcesses(dataDir)];
  expect(all.length).toBeGreaterThan(4);
  const admin = await signUp(service, 'bea@example.com');
  const environments = [{ name: 'Production' }];
  await admin.call(createApplication, { body: { name: 'Kept', environments } });

  spawned.process.kill('SIGKILL');
  await expect.poll(() => all.filter(isRunning)).toEqual([]);
  const again = await startNodes();
  expect(await askOften(again.service.url)).toEqual(new Set([200]));
});

it('SCL-21: a node whose next start cannot succeed ends all with 78', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { spawned } = await startNodes({ DATABASE_URL: database.url });
  const nodes = nodesOf(spawned);
  const { client, close } = await openConnection(database.url);
  await client.query(`update compatibility set oldest_program = '9.0.0'`);
  await close();
  process.kill(nodes[0] ?? 0, 'SIGKILL');
  const { code, stderr } = await spawned.ended;
  expect(code).toBe(78);
  expect(stderr).toMatch(/^Comporta did not start: the tables are newer.+\n$/);
  expect(nodes.filter(isRunning)).toEqual([]);
});

it('SCL-20: a port in use is told in one line, before a node starts', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { service } = await startNodes({ DATABASE_URL: database.url });
  const { port } = new URL(service.url);
  const second = await spawnService({ DATABASE_URL: database.url, NODES, PORT: port });
  const { code, stderr } = await second.ended;
  expect([code, stderr]).toEqual([
    1,
    `Comporta did not start: port ${port} of 127.0.0.1 is in use. Stop the other program or set PORT.\n`,
  ]);
});

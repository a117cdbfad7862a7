/**
 * Measures the cost of 1,000 live streams on two nodes with one PostgreSQL: how long after an acknowledged
 * change each stream is notified, memory per stream, the cost of a 304, and how the streams of a stopping
 * node reconnect. All on this machine. `node bench/streams.ts`; a minute.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { type SpawnedService, spawnService } from '@comporta/server/testing/spawned-service';
import autocannon from 'autocannon';
import { holdStreams } from './service/event-streams.ts';
import { print, quantile } from './service/numbers.ts';
import { cpuSecondsOf, residentMegabytesOf } from './service/process-figures.ts';
import { type Seeded, seed } from './service/seed.ts';

const STREAMS_A_NODE = 500;
const CHANGES = 40;
const SETTLE_MS = 5_000;
const LOAD_SECONDS = 4;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const seeded = await seed(postgres.url, { toggleCount: 500, environmentCount: 1 });
const key = seeded.environments[0]?.key ?? '';
const nodes = [await start(), await start()] as const;

// A node that has just started still releases memory.
await pause(2 * SETTLE_MS);
const before = await memory();
const streams = await Promise.all(
  nodes.map(({ url }) => holdStreams(`${url}/api/sdk/stream`, headers(key), STREAMS_A_NODE)),
);
await pause(SETTLE_MS);
const after = await memory();
const kilobytes = ((after - before) * 1_000) / (2 * STREAMS_A_NODE);
print(`${2 * STREAMS_A_NODE} streams on two nodes, 500 toggles with five rules each`);
print(`  memory a stream: ${kilobytes.toFixed(1)} KB of the nodes' resident memory`);
await propagation();
await herd();
await unchanged();

for (const held of streams) held.close();
await stop(nodes[0]);
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

async function propagation(): Promise<void> {
  const delays: number[] = [];
  const last: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    await save(nodes[0], seeded, `change-${change}`);
    const acknowledged = performance.now();
    const revision = await revisionOf(nodes[0]);
    const told = (await Promise.all(streams.map((held) => held.told(revision)))).flat();
    delays.push(...told.map((at) => at - acknowledged));
    last.push(Math.max(...told) - acknowledged);
    await pause(100);
  }
  const at = (share: number) => `${quantile(delays, share).toFixed(1)} ms`;
  print(
    `  from acknowledged to told, ${CHANGES} changes: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`,
  );
  print(
    `  until the last stream was told: median ${quantile(last, 0.5).toFixed(1)} ms, worst ${Math.max(...last).toFixed(1)} ms`,
  );
}

async function unchanged(): Promise<void> {
  const [node] = nodes;
  const snapshot = await fetch(`${node.url}/api/sdk/snapshot`, { headers: headers(key) });
  await snapshot.arrayBuffer();
  const ofrep = { url: `${node.url}/ofrep/v1/evaluate/flags`, method: 'POST' as const };
  const body = JSON.stringify({ context: { targetingKey: 'ana', country: 'BR', age: '30' } });
  const bulk = await fetch(ofrep.url, { ...ofrep, headers: headers(key), body });
  await bulk.arrayBuffer();
  print('what did not change, 500 toggles, 20 connections');
  await load('snapshot 304', { url: `${node.url}/api/sdk/snapshot` }, snapshot.headers.get('etag'));
  await load('OFREP bulk 304', { ...ofrep, body }, bulk.headers.get('etag'));
  await load('OFREP bulk 200', { ...ofrep, body }, null);
}

async function load(
  what: string,
  options: { url: string; method?: 'POST'; body?: string },
  tag: string | null,
): Promise<void> {
  const cpuBefore = await cpuSecondsOf(nodes[0].process);
  const { requests, errors } = await autocannon({
    ...options,
    headers: { ...headers(key), ...(tag !== null && { 'if-none-match': tag }) },
    connections: 20,
    duration: LOAD_SECONDS,
  });
  if (errors > 0) throw new Error(`${what}: ${errors} errors`);
  const cpuUs = (((await cpuSecondsOf(nodes[0].process)) - cpuBefore) * 1e6) / requests.total;
  print(`  ${what}: ${Math.round(requests.average)}/s, ${cpuUs.toFixed(0)} µs CPU`);
}

/** Stops one node; each of its streams reconnects to the other node after the time it was told to wait. */
async function herd(): Promise<void> {
  const [staying, leaving] = nodes;
  const [, lost] = streams;
  if (lost === undefined) throw new Error('no streams');
  const since = performance.now();
  const stopped = stop(leaving);
  await lost.ended;
  const ended = performance.now() - since;
  const back = await Promise.all(
    lost.retriesMs.map(async (waitMs) => {
      await pause(waitMs);
      const asked = performance.now();
      const one = await holdStreams(`${staying.url}/api/sdk/stream`, headers(key), 1);
      one.close();
      return { arrived: asked - since - ended, tookMs: performance.now() - asked };
    }),
  );
  const perTenth = Map.groupBy(back, ({ arrived }) => Math.floor(arrived / 100));
  const busiest = Math.max(...[...perTenth.values()].map((those) => those.length));
  const took = back.map(({ tookMs }) => tookMs);
  print(`  a node stops: its ${STREAMS_A_NODE} streams ended within ${ended.toFixed(0)} ms`);
  print(
    `  they come back over ${(Math.max(...lost.retriesMs) / 1000).toFixed(1)} s, at most ${busiest} in a tenth of a second; open in p50 ${quantile(took, 0.5).toFixed(1)} ms, p99 ${quantile(took, 0.99).toFixed(1)} ms`,
  );
  await stopped;
}

async function start(): Promise<SpawnedService> {
  const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
  await service.ready;
  return service;
}

async function stop(service: SpawnedService): Promise<void> {
  service.process.kill('SIGTERM');
  await service.ended;
}

async function memory(): Promise<number> {
  const each = await Promise.all(nodes.map(({ process }) => residentMegabytesOf(process)));
  return each.reduce((sum, megabytes) => sum + megabytes, 0);
}

async function save(
  { url }: SpawnedService,
  { token, applicationId }: Seeded,
  name: string,
): Promise<void> {
  const response = await fetch(`${url}/api/apps/${applicationId}/toggles`, {
    method: 'POST',
    headers: headers(token),
    body: JSON.stringify({ name, values: ['enabled', 'disabled'], defaultValue: 'disabled' }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
}

async function revisionOf({ url }: SpawnedService): Promise<number> {
  const response = await fetch(`${url}/api/sdk/snapshot`, { headers: headers(key) });
  const { revision }: { revision: number } = JSON.parse(await response.text());
  return revision;
}

function headers(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

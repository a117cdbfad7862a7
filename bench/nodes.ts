/**
 * Compares two nodes on one port (NODES=2) with one node: processor time per request of all processes together, side by side
 * in turns, and the memory of each process. `node bench/nodes.ts`; two minutes. Source: SCL-91.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { type SpawnedService, spawnService } from '@comporta/server/testing/spawned-service';
import { USERS } from './engine/work.ts';
import { type Load, load, type Question, textOf } from './service/load.ts';
import { print, quantile } from './service/numbers.ts';
import { childrenOf, residentMegabytesOf } from './service/process-figures.ts';
import { seed } from './service/seed.ts';

const ROUNDS = 5;
/** Until V8 has optimised the hot code, in each of the processes. */
const WARM_UP_ROUNDS = 3;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const { environments } = await seed(postgres.url, { toggleCount: 500, environmentCount: 1 });

const question: Question = {
  method: 'POST',
  status: 200,
  headers: {
    authorization: `Bearer ${environments[0]?.key}`,
    'content-type': 'application/json',
  },
  requests: USERS.map(({ uid, ...user }) => ({
    path: '/ofrep/v1/evaluate/flags/flag-250',
    body: JSON.stringify({ context: { targetingKey: uid, ...user } }),
  })),
};

const one = await start('1');
const two = await start('2');
for (let round = 0; round < WARM_UP_ROUNDS; round++) {
  for (const service of [one, two]) await load(service, question);
}
const rounds: { readonly one: Load; readonly two: Load }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push({ one: await load(one, question), two: await load(two, question) });
}
const last = rounds.at(-1);
if (last !== undefined) print(`one node ${textOf(last.one)}; two nodes ${textOf(last.two)}`);
const middle = (of: (round: (typeof rounds)[number]) => number) =>
  quantile(rounds.map(of), 0.5).toFixed(2);
print(`CPU per request, × one node: ${middle((round) => round.two.cpuUs / round.one.cpuUs)}`);
print(`requests/s, × one node: ${middle((round) => round.two.rate / round.one.rate)}`);
print(`memory: one node ${await memoryOf(one)}; NODES=2 ${await memoryOf(two)}`);

for (const service of [one, two]) {
  service.process.kill('SIGTERM');
  await service.ended;
}
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

async function start(NODES: string): Promise<SpawnedService> {
  const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, NODES });
  await service.ready;
  return service;
}

/** Of the process that was started, then of those that it started. */
async function memoryOf({ process: { pid = 0 } }: SpawnedService): Promise<string> {
  const all = [{ pid }, ...(await childrenOf(pid))];
  const megabytes = await Promise.all(all.map(residentMegabytesOf));
  return megabytes.map((value) => `${value.toFixed(0)} MB`).join(' + ');
}

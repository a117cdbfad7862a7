/**
 * Compares evaluation over HTTP (OFREP) with bare node:http that sends the same bytes: once decided by
 * closures written by hand, once as one constant body. The load comes from this process; where Linux lets
 * it, it keeps to one core and the servers to another. `node bench/http.ts [CHECKOUT]`; two and a half minutes. With the checkout
 * of a release before, this one is measured in turns on the same database (FAIR-85).
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnProgram, spawnService } from '@comporta/server/testing/spawned-service';
import autocannon from 'autocannon';
import { USERS } from './engine/work.ts';
import { print, quantile } from './service/numbers.ts';
import { cpuSecondsOf, keepOnCore } from './service/process-figures.ts';
import { seed } from './service/seed.ts';
import { startBareServer } from './service/start-bare-server.ts';

const SECONDS = 1;
/** Until V8 has optimised the hot code. */
const WARM_UP_SECONDS = 8;
/** Many short ones: the neighbours of a virtual machine disturb it for seconds at a time. */
const ROUNDS = 15;
const CONNECTIONS = 20;
const ALL = '/ofrep/v1/evaluate/flags';
const ONE = `${ALL}/flag-250`;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const { environments } = await seed(postgres.url, { toggleCount: 500, environmentCount: 1 });
const headers = {
  authorization: `Bearer ${environments[0]?.key}`,
  'content-type': 'application/json',
};
const bodies = USERS.map(({ uid, ...user }) =>
  JSON.stringify({ context: { targetingKey: uid, ...user } }),
);

const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
await service.ready;
const [checkout] = process.argv.slice(2);
const before = checkout === undefined ? undefined : await spawnBefore(checkout);
const templates = { one: await answerTo(ONE), all: await answerTo(ALL) };
const evaluating = await startBareServer('evaluate', templates, bodies[0] ?? '');
const constant = await startBareServer('constant', templates, bodies[0] ?? '');

await keepOnCore(process, 0);
for (const server of [service, evaluating, constant, ...(before ? [before] : [])]) {
  await keepOnCore(server.process, 1);
}
print(`one toggle: ${templates.one.length} bytes; all 500: ${templates.all.length} bytes`);
for (const path of [ONE, ALL]) {
  const rounds: Round[] = [];
  for (const server of [evaluating, service, constant, ...(before ? [before] : [])]) {
    await load(server, path, WARM_UP_SECONDS);
  }
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      byHand: await load(evaluating, path),
      comporta: await load(service, path),
      constant: await load(constant, path),
      ...(before && { before: await load(before, path) }),
    });
  }
  print(path === ONE ? 'one toggle' : 'all toggles');
  const middle = (of: (round: Round) => Load) => textOf(middleOf(rounds.map(of)));
  print(`  Comporta ${middle((r) => r.comporta)}; by hand ${middle((r) => r.byHand)}`);
  print(`  constant body ${middle((r) => r.constant)}`);
  const ratio = (of: (round: Round) => number) => quantile(rounds.map(of), 0.5).toFixed(2);
  print(`  requests/s, × by hand: ${ratio((r) => r.comporta.rate / r.byHand.rate)}`);
  print(`  requests/s, × constant body: ${ratio((r) => r.comporta.rate / r.constant.rate)}`);
  print(`  requests per CPU second, × by hand: ${ratio((r) => r.byHand.cpuUs / r.comporta.cpuUs)}`);
  if (before === undefined) continue;
  const than = (of: (load: Load) => number) =>
    ratio(({ comporta, before: other = comporta }) => of(comporta) / of(other));
  print(`  the release before ${middle((r) => r.before ?? r.comporta)}`);
  print(`  requests/s, × the release before: ${than(({ rate }) => rate)}`);
  print(`  requests per CPU second, × the release before: ${than(({ cpuUs }) => 1 / cpuUs)}`);
}

evaluating.process.kill();
constant.process.kill();
before?.process.kill();
service.process.kill('SIGTERM');
await service.ended;
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

async function spawnBefore(from: string) {
  const program = join(from, 'packages/server/main.js');
  const other = await spawnProgram([program], {
    DATABASE_URL: postgres.url,
    DATA_DIR: join(dataDir, 'before'),
  });
  await other.ready;
  return other;
}

async function answerTo(path: string): Promise<string> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers,
    body: bodies[0] ?? '',
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

interface Round extends Readonly<Record<'byHand' | 'comporta' | 'constant', Load>> {
  readonly before?: Load;
}

interface Load {
  /** Requests a second. */
  readonly rate: number;
  /** Processor time of the server's process per request in µs; other programs disturb it less than the rate. */
  readonly cpuUs: number;
}

async function load(
  server: { url: string; process: ChildProcess },
  path: string,
  duration = SECONDS,
): Promise<Load> {
  const cpuBefore = await cpuSecondsOf(server.process);
  const result = await autocannon({
    url: server.url + path,
    method: 'POST',
    headers,
    requests: bodies.slice(0, 64).map((body) => ({ body })),
    connections: CONNECTIONS,
    duration,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: not every answer was 200`);
  const cpuSeconds = (await cpuSecondsOf(server.process)) - cpuBefore;
  return {
    rate: Math.round(result.requests.average),
    cpuUs: (cpuSeconds * 1_000_000) / result.requests.total,
  };
}

function middleOf(loads: readonly Load[]): Load {
  return {
    rate: quantile(
      loads.map(({ rate }) => rate),
      0.5,
    ),
    cpuUs: quantile(
      loads.map(({ cpuUs }) => cpuUs),
      0.5,
    ),
  };
}

function textOf({ rate, cpuUs }: Load): string {
  return `${rate}/s (${cpuUs.toFixed(0)} µs CPU)`;
}

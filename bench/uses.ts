/**
 * Measures what counting uses costs. The SDK: one evaluation with and without, in turns, and what a million of them
 * allocate. The service: one evaluation over HTTP with and without, in turns, and reports of 100 SDKs with 2,000 counts
 * each, which come every minute. `node bench/uses.ts`; two minutes. Source: LIF-94.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnProgram, spawnService } from '@comporta/server/testing/spawned-service';
import { createClient } from '../packages/sdk/src/edge.ts';
import { SNAPSHOT } from './engine/comporta.ts';
import { FLAGS, USERS, VALUES } from './engine/work.ts';
import { type Load, load, textOf } from './service/load.ts';
import { print, quantile } from './service/numbers.ts';
import { cpuSecondsOf } from './service/process-figures.ts';
import { seed } from './service/seed.ts';

const ROUNDS = 120;
const TURN_MS = 40;
/** Until V8 has optimised all hot code. */
const WARM_UP_ROUNDS = 20;
const EVALUATIONS = 1_000_000;
const SDKS = 100;
const COUNTS = 2_000;
/** The limit of one report. */
const COUNTS_A_REPORT = 1_000;
const SENDING_AT_ONCE = 10;
/** Of four seconds each. */
const HTTP_ROUNDS = 10;
const HTTP_WARM_UP_ROUNDS = 2;

const users = USERS.map(({ uid, ...properties }) => ({ uid, properties }));
const names = FLAGS.map(({ name }) => name);

function clientOf(usage: 'auto' | 'off') {
  const fetch = () => Promise.resolve(Response.json({ rejected: [] }));
  const place = { url: 'http://127.0.0.1:9', key: 'key', live: false, bootstrap: SNAPSHOT };
  return createClient({ ...place, usage, fetch });
}

type Client = ReturnType<typeof clientOf>;

interface Turn {
  /** User processor time of one call in µs, and the time that it took. */
  readonly cpuUs: number;
  readonly wallUs: number;
}

function turn(client: Client): Turn {
  const before = process.cpuUsage();
  const since = performance.now();
  const until = since + TURN_MS;
  let calls = 0;
  while (performance.now() < until) {
    for (const user of users) client.string(names[calls % names.length] ?? '', user, 'off');
    calls += users.length;
  }
  const wallUs = (1000 * (performance.now() - since)) / calls;
  return { cpuUs: process.cpuUsage(before).user / calls, wallUs };
}

async function compareEvaluation(): Promise<void> {
  const [plain, counting] = [clientOf('off'), clientOf('auto')];
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    // Whoever is second finds another state of the processor.
    const first = round % 2 === 0 ? plain : counting;
    const one = turn(first);
    const other = turn(first === plain ? counting : plain);
    return first === plain ? { plain: one, counting: other } : { plain: other, counting: one };
  }).slice(WARM_UP_ROUNDS);
  const median = (of: (round: (typeof rounds)[number]) => number) =>
    quantile(rounds.map(of), 0.5).toFixed(3);
  print(
    `one evaluation of the SDK: ${median((one) => one.plain.cpuUs)} µs of CPU, counted ${median((one) => one.counting.cpuUs)}: evaluations a CPU second × ${median((one) => one.plain.cpuUs / one.counting.cpuUs)}, a second × ${median((one) => one.plain.wallUs / one.counting.wallUs)} (goal 0.98)`,
  );
  await Promise.all([plain.close(), counting.close()]);
}

/** A process of its own, in which nothing is collected meanwhile. */
async function bytesAllocated(usage: 'auto' | 'off'): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), [usage], {
    execArgv: ['--expose-gc', '--max-semi-space-size=512'],
  });
  const [bytes] = await once(child, 'message');
  return bytes;
}

function tellAllocated(client: Client): void {
  const evaluateAll = () => {
    for (let n = 0; n < EVALUATIONS; n += 1) {
      client.string(names[n % names.length] ?? '', users[n % users.length] ?? {}, 'off');
    }
  };
  evaluateAll();
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  evaluateAll();
  process.send?.(process.memoryUsage().heapUsed - before, () => process.exit());
}

const MAIN = fileURLToPath(new URL('../packages/server/main.js', import.meta.url));
const WITHOUT_COUNTING = new URL('service/without-counting.js', import.meta.url).href;

/** One toggle over HTTP, by a node that counts and one that does not, in turns on one database. */
async function compareHttp({ databaseUrl, dataDir, key }: Place): Promise<void> {
  const spawn = (name: string, ...options: readonly string[]) =>
    spawnProgram([...options, MAIN], { DATABASE_URL: databaseUrl, DATA_DIR: join(dataDir, name) });
  const [plain, counting] = [
    await spawn('plain', '--import', WITHOUT_COUNTING),
    await spawn('counting'),
  ];
  await Promise.all([plain.ready, counting.ready]);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'user-agent': 'comporta-sdk/0.3.0 node/24 service/checkout',
  };
  const requests = USERS.slice(0, 64).map(({ uid, ...user }, n) => ({
    path: `/ofrep/v1/evaluate/flags/${names[n % names.length]}`,
    body: JSON.stringify({ context: { targetingKey: uid, ...user } }),
  }));
  const question = { method: 'POST', headers, requests, status: 200 } as const;
  const rounds: Readonly<Record<'plain' | 'counting', Load>>[] = [];
  for (let round = 0; round < HTTP_ROUNDS + HTTP_WARM_UP_ROUNDS; round += 1) {
    const first = await load(round % 2 === 0 ? plain : counting, question);
    const second = await load(round % 2 === 0 ? counting : plain, question);
    rounds.push(
      round % 2 === 0 ? { plain: first, counting: second } : { plain: second, counting: first },
    );
  }
  const measured = rounds.slice(HTTP_WARM_UP_ROUNDS);
  const ratio = (of: (round: (typeof rounds)[number]) => number) =>
    [0.25, 0.5, 0.75].map((part) => quantile(measured.map(of), part).toFixed(3)).join(' / ');
  print(`one toggle over HTTP: ${measured.map((one) => textOf(one.counting)).join(', ')}`);
  print(
    `  counted, evaluations a CPU second × ${ratio((one) => one.plain.cpuUs / one.counting.cpuUs)} (quartiles; goal 0.98), a second × ${ratio((one) => one.counting.rate / one.plain.rate)}`,
  );
  for (const { process: node, ended } of [plain, counting]) {
    node.kill('SIGTERM');
    await ended;
  }
}

interface Place {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly key: string;
}

async function measureService(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
  const postgres = await openEmbeddedPostgres({ dataDir });
  await migrateDatabase(postgres.url);
  const { environments } = await seed(postgres.url, { toggleCount: 500, environmentCount: 1 });
  const place = { databaseUrl: postgres.url, dataDir, key: environments[0]?.key ?? '' };
  await compareHttp(place);
  await takeReports(place);
  await postgres.close();
  await rm(dataDir, { recursive: true });
}

async function takeReports({ databaseUrl, dataDir, key }: Place): Promise<void> {
  const service = await spawnService({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  await service.ready;
  const counts = Array.from({ length: COUNTS }, (_, n) => ({
    toggle: names[n % names.length] ?? '',
    value: VALUES[Math.floor(n / names.length) % VALUES.length] ?? '',
    n: 7,
  }));
  const senders = Array.from({ length: SDKS }, () => randomUUID());

  async function send(sender: string, seq: number): Promise<void> {
    for (let from = 0; from < COUNTS; from += COUNTS_A_REPORT) {
      const some = counts.slice(from, from + COUNTS_A_REPORT);
      const number = 2 * seq + from / COUNTS_A_REPORT + 1;
      const at = new Date().toISOString();
      const body = gzipSync(
        JSON.stringify({ events: [{ type: 'count', at, sender, seq: number, counts: some }] }),
      );
      const response = await fetch(`${service.url}/api/events`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        },
        body,
      });
      const { accepted } = (await response.json()) as { accepted: number };
      if (accepted !== 1) throw new Error('a report was not stored');
    }
  }

  /** The processor time of the node, in seconds. */
  async function aMinute(seq: number): Promise<number> {
    const before = await cpuSecondsOf(service.process);
    const waiting = [...senders];
    const some = Array.from({ length: SENDING_AT_ONCE }, async () => {
      for (let sender = waiting.pop(); sender !== undefined; sender = waiting.pop()) {
        await send(sender, seq);
      }
    });
    await Promise.all(some);
    return (await cpuSecondsOf(service.process)) - before;
  }

  await aMinute(0);
  const seconds = await aMinute(1);
  print(
    `reports of ${SDKS} SDKs with ${COUNTS} counts each, once a minute: ${((100 * seconds) / 60).toFixed(1)} % of a core in the node (goal 5)`,
  );
  service.process.kill('SIGTERM');
  await service.ended;
}

const [, , usage] = process.argv;
if (usage === 'auto' || usage === 'off') tellAllocated(clientOf(usage));
else {
  await compareEvaluation();
  const [plain, counting] = [await bytesAllocated('off'), await bytesAllocated('auto')];
  print(
    `a million evaluations allocate ${plain} bytes, counted ${counting}: ${counting - plain} more (goal 0)`,
  );
  await measureService();
}

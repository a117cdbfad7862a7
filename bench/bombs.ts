/**
 * Sends to a service of its own every request that once stopped a service, or could: the bombs of the review, every
 * method × path × media type × size up to 64 MiB without a credential, and the most expensive requests of an
 * authenticated client. Prints processor time, the part of V8's garbage collector and compiler in it, memory and the
 * longest wait for /livez. `node bench/bombs.ts`; about 5 minutes. acceptance/bombs.test.ts asserts all but the times.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  METHODS,
  ODD_METHODS,
  pathsOf,
  requestsTo,
} from '@comporta/server/acceptance/bombs/anonymous-requests';
import { ANONYMOUS_BOMBS } from '@comporta/server/acceptance/bombs/bombs';
import { grantedBombs } from '@comporta/server/acceptance/bombs/granted-bombs';
import { seedPatterns } from '@comporta/server/acceptance/bombs/seed-patterns';
import { type Thrown, throwRequest } from '@comporta/server/acceptance/bombs/throw-request';
import {
  cpuMsByThread,
  memoryOf,
  watchLivez,
} from '@comporta/server/acceptance/bombs/watched-process';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnService } from '@comporta/server/testing/spawned-service';
import { print } from './service/numbers.ts';
import { heldDuring, readTurns, tellingCollections } from './siege/turns.ts';

/** The budget of an anonymous request, beyond the cost of reading that HTTP makes inevitable. */
const STRANGER_CPU_MS = 5;
/** Requests that cost more than this are printed. */
const PRINTED_CPU_MS = 2;
/** The least cost of this many tries counts as the cost of reading a request without looking at it. */
const READING_TRIES = 15;
/** Other work of the process can fall into any request, so the cheapest of this many tries counts. */
const TRIES = 7;
/** The pause between two tries: a concurrent garbage collection can outlast several requests. */
const TRY_AGAIN_MS = 50;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bombs-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const granted = await seedPatterns(postgres.url);
const turnsFile = join(dataDir, 'turns');
const service = await spawnService({
  DATABASE_URL: postgres.url,
  DATA_DIR: dataDir,
  ...tellingCollections(turnsFile),
});
await service.ready;
const processId = service.process.pid ?? 0;

interface Cost {
  readonly cpuMs: number;
  readonly status: number;
  readonly sentBytes: number;
  /** The part of the processor time that was spent in V8's own threads. */
  readonly v8Ms: number;
  /** When the request was sent, in ms since the epoch, and its duration by the wall clock. */
  readonly atMs: number;
  readonly tookMs: number;
}

async function costOf(thrown: Thrown): Promise<Cost> {
  const before = cpuMsByThread(processId);
  const since = performance.now();
  const { status, sentBytes } = await throwRequest(service.url, thrown);
  await pause(2); // Closing the connection is part of the cost.
  const tookMs = performance.now() - since;
  const after = cpuMsByThread(processId);
  return {
    cpuMs: after.all - before.all,
    v8Ms: after.v8 - before.v8,
    status,
    sentBytes,
    atMs: performance.timeOrigin + since,
    tookMs,
  };
}

/**
 * The part of the cost that V8 spent on garbage collection and compilation, in its own threads and in the program's.
 * For the program's thread only wall-clock time is known, which on a busy machine includes waiting for a processor.
 */
function ofV8Ms({ cpuMs, v8Ms, ...asked }: Cost): number {
  const { collected } = heldDuring(readTurns(turnsFile), asked);
  return v8Ms + Math.min(collected, cpuMs - v8Ms);
}

const readings = new Map<number, number>();

/** The processor time of only reading such a request: /livez looks at nothing and answers at once. */
async function readingMsOf({ body }: Thrown): Promise<number> {
  const bytes = body?.bytes ?? 0;
  let least = readings.get(bytes) ?? Number.POSITIVE_INFINITY;
  if (!readings.has(bytes)) {
    for (let tries = 0; tries < READING_TRIES; tries++) {
      const asked = { method: 'GET', path: '/livez', ...(body && { body }) };
      least = Math.min(least, (await costOf(asked)).cpuMs);
    }
    readings.set(bytes, least);
  }
  return least;
}

async function leastCostOf(thrown: Thrown): Promise<Cost> {
  const atMostMs = PRINTED_CPU_MS + (await readingMsOf(thrown));
  let least = await costOf(thrown);
  for (let tries = 1; tries < TRIES && least.cpuMs > atMostMs; tries++) {
    await pause(TRY_AGAIN_MS);
    const again = await costOf(thrown);
    if (again.cpuMs < least.cpuMs) least = again;
  }
  return least;
}

/** Sends the request once more, because requesting /livez all the time costs processor time, too. */
async function silenceMsOf(thrown: Thrown): Promise<number> {
  const livez = watchLivez(service.url);
  await throwRequest(service.url, thrown);
  const silenceMs = livez.longestSilenceMs();
  livez.close();
  return silenceMs;
}

async function printCost(what: string, thrown: Thrown, cost: Cost): Promise<void> {
  const { cpuMs, status, sentBytes } = cost;
  const silenceMs = await silenceMsOf(thrown);
  const { nowMb } = await memoryOf(processId);
  print(
    [
      `${cpuMs.toFixed(1).padStart(8)} ms`,
      `${ofV8Ms(cost).toFixed(1).padStart(8)} ms`,
      `${nowMb.toFixed(0).padStart(5)} MB`,
      `${silenceMs.toFixed(0).padStart(5)} ms`,
      `${(sentBytes / 1024).toFixed(0).padStart(6)} KB`,
      String(status).padStart(4),
      `  ${what}`,
    ].join(''),
  );
}

print('     CPU      of V8  memory  /livez    sent  code  what');
// The first requests also pay for loading and compiling code, so they are not measured.
for (const { thrown } of ANONYMOUS_BOMBS) await costOf(thrown);
for (const { id, what, thrown } of ANONYMOUS_BOMBS) {
  await printCost(`${id}: ${what}`, thrown, await leastCostOf(thrown));
}

print('\nstrangers: what costs more than is printed beyond its reading, of each method and path');
const over: string[] = [];
let thrownCount = 0;
let most = { what: '', beyondMs: Number.NEGATIVE_INFINITY };
for (const path of await pathsOf(service.url)) {
  for (const method of [...METHODS, ...ODD_METHODS]) {
    for (const thrown of requestsTo(method, path)) {
      const cost = await leastCostOf(thrown);
      const beyondMs = cost.cpuMs - (await readingMsOf(thrown));
      thrownCount += 1;
      const type = thrown.headers?.['content-type'] ?? 'no type';
      const bytes = thrown.body?.bytes ?? 0;
      const what = `${method} ${path.slice(0, 120)}, ${bytes} bytes of ${type}`;
      if (beyondMs > most.beyondMs) most = { what, beyondMs };
      if (beyondMs > PRINTED_CPU_MS) await printCost(what, thrown, cost);
      if (beyondMs > STRANGER_CPU_MS) {
        over.push(
          `${what}: ${beyondMs.toFixed(1)} ms, of which collector and compiler took ${ofV8Ms(cost).toFixed(1)}`,
        );
      }
    }
  }
}
print(
  `${thrownCount} requests; the dearest, beyond its reading: ${most.what}, ${most.beyondMs.toFixed(1)} ms`,
);
const [reading = 0] = [...readings.values()].sort((a, b) => b - a);
print(`reading costs up to ${reading.toFixed(1)} ms of it`);
print(
  `${over.length} of them cost more than ${STRANGER_CPU_MS} ms beyond it${['', ...over].join('\n  ')}`,
);

print('\nsomebody who was let in');
let dearest = { what: '', cpuMs: 0 };
for (const { what, thrown } of grantedBombs(granted)) {
  const cost = await costOf(thrown);
  await printCost(what, thrown, cost);
  if (cost.cpuMs > dearest.cpuMs) dearest = { what, cpuMs: cost.cpuMs };
}
print(`the dearest: ${dearest.what}, ${dearest.cpuMs.toFixed(0)} ms`);
const { mostMb } = await memoryOf(processId);
print(`the most memory there ever was: ${mostMb.toFixed(0)} MB`);

service.process.kill('SIGTERM');
await service.ended;
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

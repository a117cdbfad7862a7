/**
 * Throws everything at a service of its own that once stopped one, or might: the bombs of the review, every
 * method × path × media type × size up to 64 MiB without a credential, and the dearest requests of
 * somebody who was let in. Prints processor time, what V8's collector and compiler had of it, memory and the longest silence of /livez.
 * `node bench/bombs.ts`; some five minutes. What is not time is asserted by acceptance/bombs.test.ts.
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
import { openEmbeddedPostgres } from '@comporta/server/platform/database/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnService } from '@comporta/server/testing/spawned-service';
import { print } from './service/numbers.ts';
import { heldDuring, readTurns, tellingCollections } from './siege/turns.ts';

/** What a stranger's request may cost beyond the reading that HTTP makes one do. */
const STRANGER_CPU_MS = 5;
/** From here on a request is printed. */
const PRINTED_CPU_MS = 2;
/** The least of so many is what a service pays that looks at nothing. */
const READING_TRIES = 15;
/** Other work of the process falls into some request or other: the cheapest of so many counts. */
const TRIES = 7;
/** Between two of them: a collection beside the program outlasts several requests. */
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
  /** Of the processor time, in threads of V8's own. */
  readonly v8Ms: number;
  /** By the clock on the wall, and how long it took by that. */
  readonly atMs: number;
  readonly tookMs: number;
}

async function costOf(thrown: Thrown): Promise<Cost> {
  const before = cpuMsByThread(processId);
  const since = performance.now();
  const { status, sentBytes } = await throwRequest(service.url, thrown);
  await pause(2); // The connection's end is a part of its cost.
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
 * What of it V8 spent on collecting garbage and on compiling: in its own threads, and in the program's. Of the latter the
 * clock tells, which on a busy machine runs on while others have the processor.
 */
function ofV8Ms({ cpuMs, v8Ms, ...asked }: Cost): number {
  const { collected } = heldDuring(readTurns(turnsFile), asked);
  return v8Ms + Math.min(collected, cpuMs - v8Ms);
}

const readings = new Map<number, number>();

/** What HTTP makes one read, in processor time: /livez looks at nothing and answers at once. */
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

/** Thrown once more for it, because who asks for /livez all the time costs processor time, too. */
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
// What is compiled and loaded at the first request is no request's cost.
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

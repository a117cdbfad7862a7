/**
 * Everything at once, for a number of minutes: `npm run siege -- 60` runs an hour of acceptance/siege/besiege.ts. Fails
 * when an evaluation failed or was too slow, when an acknowledged save is lost, or when a node's memory exceeds its
 * limit or grows. Prints for each slow evaluation what its node did meanwhile. A minute of it is an acceptance test.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { besiege } from '@comporta/server/acceptance/siege/besiege';
import type { MemorySample } from '@comporta/server/acceptance/siege/node-memory';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { print, quantile } from './service/numbers.ts';
import { trendOf } from './siege/trend.ts';
import { type Held, heldDuring, readTurns, tellingTurns, tellTurnsHere } from './siege/turns.ts';

const MINUTES = Number(process.argv[2] ?? 2);
const IMPORTED_TOGGLES = Number(process.argv[3] ?? 1_000);
const ANSWERED_WITHIN_MS = 250;
const MEMORY_MAX_MB = 512;
/** After this time a node holds all that it keeps in memory. In a shorter siege, half of its time is used instead. */
const WARM_AFTER_MINUTES = 10;
/** The limit for growth, chosen so that an hour can tell it from noise. */
const GROWTH_MAX_MB_AN_HOUR = 20;
/** A shorter siege only prints its growth. */
const GROWTH_NEEDS_MINUTES = 20;
/** An event loop that worked for longer than this during one slow response was itself the cause. */
const WORKED_MAX_MS = 100;
const PRINTED_SLOW = 30;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-siege-'));
const postgres = await openEmbeddedPostgres({
  dataDir: join(dataDir, 'database'),
  maxConnections: 100,
});
const turnsFile = (process: number | 'here') => join(dataDir, `turns-${process}`);
// The client in this process may be the cause of a delay, too.
await tellTurnsHere(turnsFile('here'));
const siege = await besiege({
  databaseUrl: postgres.url,
  dataDir,
  minutes: MINUTES,
  importedToggles: IMPORTED_TOGGLES,
  settingsOf: (node) => tellingTurns(turnsFile(node)),
});
await postgres.close();
const turns = siege.urls.map((_url, node) => readTurns(turnsFile(node)));
const turnsHere = readTurns(turnsFile('here'));
await rm(dataDir, { recursive: true });

const { answers, complaints, slow, slowestMs, lost, acknowledged, memory } = siege;
print(`${MINUTES} minutes: ${JSON.stringify(siege.counts)}`);
printMemory();
printSlow();
verdict(
  `${complaints.length} of ${answers} evaluations failed: ${complaints.slice(0, 3)}`,
  complaints.length === 0,
);
verdict(
  `the slowest took ${slowestMs.toFixed(0)} ms; ${tooSlow().length} took more than ${ANSWERED_WITHIN_MS}`,
  slowestMs <= ANSWERED_WITHIN_MS,
);
verdict(`${lost.length} of ${acknowledged} acknowledged saves are lost`, lost.length === 0);
const mostMb = Math.max(...memory.map(({ residentMb }) => residentMb));
verdict(`a node had ${mostMb.toFixed(0)} MB at most`, mostMb <= MEMORY_MAX_MB);
judgeGrowth();

/** Prints a line for each minute: each node's median resident memory, and its lowest heap, which is what it retains. */
function printMemory(): void {
  print('minute  MB of each node: resident, lowest heap');
  for (let minute = 0; minute < MINUTES; minute++) {
    const cells = siege.urls.map((_url, node) => {
      const of = samplesOf(node).filter((sample) => Math.floor(minutesOf(sample.atMs)) === minute);
      if (of.length === 0) return 'not there';
      const resident = quantile(
        of.map(({ residentMb }) => residentMb),
        0.5,
      );
      const heap = Math.min(...of.map(({ heapMb }) => heapMb));
      return `${resident.toFixed(0).padStart(5)}, ${heap.toFixed(0).padStart(4)}`;
    });
    print(`${String(minute).padStart(6)}  ${cells.join('   ')}`);
  }
}

/** Judges the growth of the first node, which is never restarted. */
function judgeGrowth(): void {
  const warm = Math.min(WARM_AFTER_MINUTES, MINUTES / 2);
  const points = samplesOf(0).filter(({ atMs }) => minutesOf(atMs) >= warm);
  const trend = (read: (sample: MemorySample) => number) =>
    trendOf(points.map((sample) => ({ at: minutesOf(sample.atMs) / 60, value: read(sample) })));
  const resident = trend(({ residentMb }) => residentMb);
  const heap = trend(({ heapMb }) => heapMb);
  const sentence = `from minute ${warm} on its memory grew by ${inWords(resident)} MB an hour, its heap by ${inWords(heap)}`;
  if (MINUTES < GROWTH_NEEDS_MINUTES) print(sentence);
  else verdict(sentence, resident.slope - 2 * resident.standardError <= GROWTH_MAX_MB_AN_HOUR);
}

function inWords({ slope, standardError }: { slope: number; standardError: number }): string {
  return `${slope.toFixed(0)} ± ${(2 * standardError).toFixed(0)}`;
}

/** Prints the slowest evaluations with what delayed their node, and for how many the service itself was the cause. */
function printSlow(): void {
  const found = tooSlow().map((one) => {
    const node = siege.urls.findIndex((url) => one.url.startsWith(url));
    const asked = { atMs: performance.timeOrigin + one.atMs, tookMs: one.tookMs };
    return {
      ...one,
      node,
      held: heldDuring(turns[node] ?? [], asked),
      here: heldDuring(turnsHere, asked),
    };
  });
  for (const one of found.sort((a, b) => b.tookMs - a.tookMs).slice(0, PRINTED_SLOW)) {
    print(
      `${minutesOf(one.atMs).toFixed(2)} min, ${sinceRestart(one.atMs)}: ${one.tookMs.toFixed(0)} ms; node ${one.node} ${heldInWords(one.held)}; who asked ${heldInWords(one.here)}`,
    );
  }
  const ofItself = found.filter(({ held }) => held.worked > WORKED_MAX_MS);
  const ofOthers = found.filter(
    ({ held, here }) => held.worked <= WORKED_MAX_MS && held.waited + here.waited > held.worked,
  );
  print(
    `of ${found.length} slow ones, in ${ofItself.length} the node worked for more than ${WORKED_MAX_MS} ms, in ${ofOthers.length} others waited for a processor for longer than it worked`,
  );
}

function heldInWords({ worked, waited, collected }: Held): string {
  return `worked ${worked.toFixed(0)}, waited for a processor ${waited.toFixed(0)}, collected ${collected.toFixed(0)}`;
}

function tooSlow() {
  return slow.filter(({ tookMs }) => tookMs > ANSWERED_WITHIN_MS);
}

/** Tells the time since the last restart, because a starting node takes a core for a second. */
function sinceRestart(atMs: number): string {
  const restart = siege.restartsMs.findLast((ms) => ms <= atMs);
  if (restart === undefined) return 'before a restart';
  return `${((atMs - restart) / 1_000).toFixed(1)} s after a restart began`;
}

function samplesOf(node: number): MemorySample[] {
  return memory.filter((sample) => sample.node === node);
}

function minutesOf(atMs: number): number {
  return (atMs - siege.beganMs) / 60_000;
}

function verdict(sentence: string, isGood: boolean): void {
  print(`${isGood ? 'good' : 'BAD '}  ${sentence}`);
  if (!isGood) process.exitCode = 1;
}

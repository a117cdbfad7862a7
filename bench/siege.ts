/**
 * Everything at once, for as long as it is told: `npm run siege -- 60` is an hour. What happens is in
 * acceptance/siege/besiege.ts. Fails when an evaluation failed or took longer than it may, when an acknowledged save
 * is lost, or when a node's memory passes its bound or grows. Says of each slow evaluation what its node did meanwhile. A
 * minute of it is an acceptance test.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { besiege } from '@comporta/server/acceptance/siege/besiege';
import type { MemorySample } from '@comporta/server/acceptance/siege/node-memory';
import { openEmbeddedPostgres } from '@comporta/server/platform/database/embedded-postgres';
import { print, quantile } from './service/numbers.ts';
import { trendOf } from './siege/trend.ts';
import { causeOf, readTurns, tellingTurns } from './siege/turns.ts';

const MINUTES = Number(process.argv[2] ?? 2);
const IMPORTED_TOGGLES = Number(process.argv[3] ?? 1_000);
const ANSWERED_WITHIN_MS = 250;
const MEMORY_MAX_MB = 512;
/** What a node keeps it has after so many minutes; of a shorter siege, after half of it. */
const WARM_AFTER_MINUTES = 10;
/** Growth that a year of nights and weekends would not notice, and that an hour can tell from noise. */
const GROWTH_MAX_MB_AN_HOUR = 20;
const PRINTED_SLOW = 30;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-siege-'));
const postgres = await openEmbeddedPostgres({
  dataDir: join(dataDir, 'database'),
  maxConnections: 100,
});
const turnsFile = (process: number | 'here') => join(dataDir, `turns-${process}`);
// Who asks may be what was late, too.
process.env.TURNS_FILE = turnsFile('here');
await import('./siege/tell-turns.js');
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

/** A line each minute: what each node had in the middle of it, and the heap at its lowest, which is what is kept. */
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

/** The first node is never restarted. */
function judgeGrowth(): void {
  const warm = Math.min(WARM_AFTER_MINUTES, MINUTES / 2);
  const points = samplesOf(0).filter(({ atMs }) => minutesOf(atMs) >= warm);
  const trend = (read: (sample: MemorySample) => number) =>
    trendOf(points.map((sample) => ({ at: minutesOf(sample.atMs) / 60, value: read(sample) })));
  const resident = trend(({ residentMb }) => residentMb);
  const heap = trend(({ heapMb }) => heapMb);
  verdict(
    `from minute ${warm} on its memory grew by ${inWords(resident)} MB an hour, its heap by ${inWords(heap)}`,
    resident.slope - 2 * resident.standardError <= GROWTH_MAX_MB_AN_HOUR,
  );
}

function inWords({ slope, standardError }: { slope: number; standardError: number }): string {
  return `${slope.toFixed(0)} ± ${(2 * standardError).toFixed(0)}`;
}

function printSlow(): void {
  for (const one of tooSlow().slice(0, PRINTED_SLOW)) {
    const node = siege.urls.findIndex((url) => one.url.startsWith(url));
    const asked = { atMs: performance.timeOrigin + one.atMs, tookMs: one.tookMs };
    print(
      `${minutesOf(one.atMs).toFixed(2)} min, node ${node}: ${one.tookMs.toFixed(0)} ms, ${sinceRestart(one.atMs)}`,
    );
    print(`  node  ${causeOf(turns[node] ?? [], asked)}`);
    print(`  here  ${causeOf(turnsHere, asked)}`);
  }
}

function tooSlow() {
  return slow.filter(({ tookMs }) => tookMs > ANSWERED_WITHIN_MS);
}

/** A node that starts takes a core for a second. */
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

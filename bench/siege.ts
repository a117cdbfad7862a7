/**
 * Everything at once, for as long as it is told: `npm run siege -- 60` is an hour. What happens is in
 * acceptance/siege/besiege.ts. Fails when an evaluation failed or took longer than it may, when an acknowledged save
 * is lost, or when a node's memory passes its bound. A minute of it is an acceptance test.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { besiege } from '@comporta/server/acceptance/siege/besiege';
import { openEmbeddedPostgres } from '@comporta/server/platform/database/embedded-postgres';
import { print } from './service/numbers.ts';

const MINUTES = Number(process.argv[2] ?? 2);
const IMPORTED_TOGGLES = Number(process.argv[3] ?? 1_000);
const ANSWERED_WITHIN_MS = 250;
const MEMORY_MAX_MB = 512;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-siege-'));
const postgres = await openEmbeddedPostgres({
  dataDir: join(dataDir, 'database'),
  maxConnections: 100,
});
const siege = await besiege({
  databaseUrl: postgres.url,
  dataDir,
  minutes: MINUTES,
  importedToggles: IMPORTED_TOGGLES,
});
await postgres.close();
await rm(dataDir, { recursive: true });

const { answers, complaints, slowestMs, slowestAtMs, lost, acknowledged, memoryMb } = siege;
print(`${MINUTES} minutes: ${JSON.stringify(siege.counts)}`);
verdict(
  `${complaints.length} of ${answers} evaluations failed: ${complaints.slice(0, 3)}`,
  complaints.length === 0,
);
verdict(
  `the slowest took ${slowestMs.toFixed(0)} ms, ${sinceRestart()}`,
  slowestMs <= ANSWERED_WITHIN_MS,
);
verdict(`${lost.length} of ${acknowledged} acknowledged saves are lost`, lost.length === 0);
verdict(`a node had ${memoryMb.toFixed(0)} MB at most`, memoryMb <= MEMORY_MAX_MB);

/** A node that starts takes a core for a second. */
function sinceRestart(): string {
  const restart = siege.restartsMs.findLast((ms) => ms <= slowestAtMs);
  if (restart === undefined) return 'before a node was restarted';
  return `${((slowestAtMs - restart) / 1_000).toFixed(1)} s after a restart began`;
}

function verdict(sentence: string, isGood: boolean): void {
  print(`${isGood ? 'good' : 'BAD '}  ${sentence}`);
  if (!isGood) process.exitCode = 1;
}

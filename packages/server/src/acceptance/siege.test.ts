import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { IS_NIGHTLY } from './nightly.ts';
import { besiege } from './siege/besiege.ts';

/** `npm run siege -- 60` runs it for an hour. */
const MINUTES = IS_NIGHTLY ? 1 : 0.5;
const LOADS = ['saves', 'imports', 'exports', 'memory', 'restarts'];

it('OPS-01, OPS-06, SEC-01: while everything happens at once, no evaluation fails and no acknowledged save is lost', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-siege-'));
  const siege = await besiege({
    databaseUrl: database.url,
    dataDir,
    minutes: MINUTES,
    importedToggles: 1_000,
  });
  rmSync(dataDir, { recursive: true });
  await database.drop();
  const mostMb = Math.max(...siege.memory.map(({ residentMb }) => residentMb));
  // Figures that depend on the machine are only printed; bench/siege.ts judges them.
  process.stdout.write(
    `${siege.answers} evaluations, the slowest ${siege.slowestMs.toFixed(0)} ms; at most ${mostMb.toFixed(0)} MB\n`,
  );
  expect(siege.complaints).toEqual([]);
  expect(siege.lost).toEqual([]);
  for (const load of LOADS) expect(siege.counts[load], load).toBeGreaterThan(0);
});

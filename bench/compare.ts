/**
 * Compares comparing two environments of 1,000 toggles with exporting them, in turns (SAF-93).
 * `node bench/compare.ts`; half a minute.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnService } from '@comporta/server/testing/spawned-service';
import { millisecondsOf, print, quantile } from './service/numbers.ts';
import { seed } from './service/seed.ts';

const TOGGLES = 1_000;
const ROUNDS = 30;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const { token, applicationId, environments } = await seed(postgres.url, {
  toggleCount: TOGGLES,
  environmentCount: 2,
});
const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
await service.ready;

const [from, to] = environments.map(({ id }) => id);
const comparing: number[] = [];
const exporting: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  exporting.push(await millisecondsOf(() => get('export')));
  comparing.push(await millisecondsOf(() => get(`compare?from=${from}&to=${to}`)));
}
const [compared, exported] = [comparing, exporting].map((times) => quantile(times, 0.5));
print(
  `comparing ${TOGGLES} toggles: ${compared?.toFixed(0)} ms, exporting them ${exported?.toFixed(0)} ms: ` +
    `${((compared ?? 0) / (exported ?? 1)).toFixed(2)} of it`,
);

service.process.kill('SIGTERM');
await service.ended;
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

async function get(path: string): Promise<void> {
  const response = await fetch(`${service.url}/api/apps/${applicationId}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`${response.status}`);
  await response.arrayBuffer();
}

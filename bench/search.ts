/**
 * Measures how long `GET /api/search` takes in a company with 50,000 toggles, and the processor time of the
 * service and of its database. `node bench/search.ts`; half a minute.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnService } from '@comporta/server/testing/spawned-service';
import { millisecondsOf, print, quantile } from './service/numbers.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from './service/process-figures.ts';
import { seed } from './service/seed.ts';

const SEARCHES = 100;
/** Searches that match every name, many names, a few names with two words, one name, and no name. */
const QUESTIONS = ['f', '7', 'flag 99', 'flag-12345', 'nothing of the kind'];

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const { token } = await seed(postgres.url, { toggleCount: 50_000, environmentCount: 1 });
const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
await service.ready;

// A warm-up, because work that a service does once after its start is not part of a search.
for (let count = 0; count < SEARCHES; count++) await search('flag');
print('search among 50,000 toggles');
for (const question of QUESTIONS) {
  let found = 0;
  const times: number[] = [];
  const [serviceBefore, databaseBefore] = await cpuSeconds();
  for (let count = 0; count < SEARCHES; count++) {
    times.push(
      await millisecondsOf(async () => {
        found = await search(question);
      }),
    );
  }
  const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const [serviceAfter, databaseAfter] = await cpuSeconds();
  const ofService = (1000 * (serviceAfter - serviceBefore)) / SEARCHES;
  const ofDatabase = (1000 * (databaseAfter - databaseBefore)) / SEARCHES;
  print(
    `  ${question}: ${found} found, median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; of a processor ` +
      `${ofService.toFixed(1)} ms in the service, ${ofDatabase.toFixed(1)} ms in the database`,
  );
}

service.process.kill('SIGTERM');
await service.ended;
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

async function search(question: string): Promise<number> {
  const response = await fetch(`${service.url}/api/search?q=${encodeURIComponent(question)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`${response.status}`);
  const results: unknown = await response.json();
  return Array.isArray(results) ? results.length : Number.NaN;
}

/** The processor time in s of the service, and of all processes of the database. */
async function cpuSeconds(): Promise<readonly [service: number, database: number]> {
  const [first] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return [await cpuSecondsOf(service.process), await cpuSecondsOfFamily(Number(first))];
}

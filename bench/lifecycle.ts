/**
 * How long `GET …/lifecycle` takes for 300 toggles in 4 environments and for 10,000 in 3, all used by three programs (LIF-94).
 * `node bench/lifecycle.ts`; a minute.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { openDatabase } from '@comporta/server/platform/database/database';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { spawnService } from '@comporta/server/testing/spawned-service';
import { sql as raw } from 'drizzle-orm';
import { millisecondsOf, print, quantile } from './service/numbers.ts';
import { seed } from './service/seed.ts';

const ROUNDS = 40;
const SIZES = [
  { toggleCount: 300, environmentCount: 4 },
  { toggleCount: 10_000, environmentCount: 3 },
];

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const companies = [];
for (const size of SIZES) companies.push({ size, company: await seed(postgres.url, size) });
await makeUsed();
const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
await service.ready;

for (const { size, company } of companies) {
  const { toggleCount, environmentCount } = size;
  const read = () => get(`apps/${company.applicationId}/lifecycle`, company.token);
  for (let warm = 0; warm < 5; warm++) await read();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await millisecondsOf(read));
  const [half, most] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(0));
  print(
    `lifecycle of ${toggleCount} toggles in ${environmentCount} environments: p50 ${half} ms, p95 ${most} ms`,
  );
}

service.process.kill('SIGTERM');
await service.ended;
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

/** Saved rules have an outcome, everything is 60 days old, and three programs used each toggle in each environment. */
async function makeUsed(): Promise<void> {
  const { sql, close } = openDatabase(postgres.url, () => {});
  for (const statement of [
    raw`update experiments set saved_at = now() - interval '60 days', outcome =
      jsonb_build_object('version', version, 'outcome', '{"type":"RULES","rules":3,"last":{"off":100}}'::jsonb)`,
    raw`update toggles set created_at = now() - interval '60 days'`,
    raw`update environments set created_at = now() - interval '60 days'`,
    raw`insert into usage_clients (environment_id, trusted, service, sdk, version, asked_at)
      select id, true, 'service-' || n, 'comporta-sdk', '0.3.0', now()
      from environments, generate_series(1, 3) n`,
    raw`insert into toggle_clients (environment_id, toggle_id, client_id, last_use_at)
      select c.environment_id, e.toggle_id, c.id, now() - interval '20 days'
      from usage_clients c join experiments e on e.environment_id = c.environment_id`,
    raw`analyze`,
  ]) {
    await sql.execute(statement);
  }
  await close();
}

async function get(path: string, token: string): Promise<void> {
  const response = await fetch(`${service.url}/api/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`${response.status}`);
  await response.arrayBuffer();
}

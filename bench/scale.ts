/**
 * Measures the service almost empty at its start, with 10,000 toggles in three environments with five
 * rules each, and with a million audit entries. `node bench/scale.ts`; two minutes. `node bench/scale.ts accounts` measures
 * 10,000 companies instead, or as many as a number behind it says (3,000 are more than the default budget has room for); a
 * quarter of an hour.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { openDatabase } from '@comporta/server/platform/database/database';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { type SpawnedService, spawnService } from '@comporta/server/testing/spawned-service';
import { sql as raw } from 'drizzle-orm';
import { measureAccounts } from './accounts.ts';
import { USERS } from './engine/work.ts';
import { millisecondsOf, print, quantile } from './service/numbers.ts';
import { residentMegabytesOf } from './service/process-figures.ts';
import { type Seeded, seed } from './service/seed.ts';

const SAVES = 100;
const AUDIT_ENTRIES = 1_000_000;
const ENTRIES_A_TRANSACTION = 25_000;
const SETTLE_MS = 10_000;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
if (process.argv[2] === 'accounts') {
  await measureAccounts(dataDir, Number(process.argv[3] ?? 10_000));
} else {
  await almostEmpty();
  await large();
}
await rm(dataDir, { recursive: true, force: true });

async function almostEmpty(): Promise<void> {
  const settings = { DATA_DIR: join(dataDir, 'empty') };
  print('almost empty, embedded database');
  for (const what of ['first start', 'second start', 'third start']) {
    const since = performance.now();
    const service = await startService(settings);
    print(`  ${what}: ready after ${ms(performance.now() - since)}`);
    if (what === 'third start') {
      await pause(SETTLE_MS);
      print(`  idle: ${megabytes(await residentMegabytesOf(service.process))} of Node`);
    }
    await stop(service);
  }
}

async function large(): Promise<void> {
  const postgres = await openEmbeddedPostgres({ dataDir: join(dataDir, 'large') });
  await migrateDatabase(postgres.url);
  const seeded = await seed(postgres.url, { toggleCount: 10_000, environmentCount: 3 });
  print('10,000 toggles × 3 environments × 5 rules');
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir };
  const since = performance.now();
  const service = await startService(settings);
  print(`  ready after ${ms(performance.now() - since)}`);
  for (const { key } of seeded.environments) await evaluateAll(service, key);
  print(`  all environments answered after ${ms(performance.now() - since)}`);

  await evaluation(service, seeded);
  await controlPlane(service, seeded);
  await audit(service, seeded, postgres.url);
  await pause(SETTLE_MS);
  print(`  resident: ${megabytes(await residentMegabytesOf(service.process))} of Node`);
  await stop(service);
  await postgres.close();
}

async function evaluation(service: SpawnedService, { environments }: Seeded): Promise<void> {
  const key = environments[0]?.key ?? '';
  const first = await evaluateAll(service, key);
  const tag = first.headers.get('etag') ?? '';
  const bulk = await times(20, () => evaluateAll(service, key));
  print(
    `  OFREP bulk of 10,000: median ${ms(quantile(bulk, 0.5))}, p95 ${ms(quantile(bulk, 0.95))}`,
  );
  const unchanged = await times(20, () => evaluateAll(service, key, { 'if-none-match': tag }));
  print(`  the same answered 304: median ${ms(quantile(unchanged, 0.5))}`);
}

async function controlPlane(service: SpawnedService, seeded: Seeded): Promise<void> {
  const toggles = `/api/apps/${seeded.applicationId}/toggles`;
  const list = await times(10, () => call(service, seeded, 'GET', toggles));
  print(`  toggle list: median ${ms(quantile(list, 0.5))}`);

  const environmentId = seeded.environments[0]?.id;
  const experiments = `/api/apps/${seeded.applicationId}/envs/${environmentId}/experiments`;
  const [experiment] = await call<Experiment[]>(service, seeded, 'GET', experiments);
  if (experiment === undefined) throw new Error('no experiment');
  const [firstRule, ...others] = experiment.rules;
  let age = 0;
  const saves = await times(SAVES, () => {
    age++;
    const rules = [{ ...firstRule, ...ageAbove(experiment, age) }, ...others];
    return call(service, seeded, 'PUT', `${experiments}/${experiment.id}`, {
      ...experiment,
      rules,
    });
  });
  print(
    `  experiment saved and in every answer: median ${ms(quantile(saves, 0.5))}, p95 ${ms(quantile(saves, 0.95))}`,
  );
}

interface Experiment {
  readonly id: string;
  readonly rules: readonly { readonly propertyRule?: { readonly propertyId: string } }[];
}

/** A condition on the age, which is the property of the second rule. */
function ageAbove({ rules }: Experiment, age: number): object {
  const propertyId = rules[1]?.propertyRule?.propertyId;
  return { propertyRule: { propertyId, expression: 'GREATER_THAN', term: String(1000 + age) } };
}

async function audit(service: SpawnedService, seeded: Seeded, url: string): Promise<void> {
  await insertAuditEntries(seeded, url);
  const path = `/api/apps/${seeded.applicationId}/audit-logs?size=20&page=`;
  const { totalPages } = await call<{ totalPages: number }>(service, seeded, 'GET', `${path}1`);
  const firstPage = await times(10, () => call(service, seeded, 'GET', `${path}1`));
  const lastPage = await times(10, () => call(service, seeded, 'GET', path + totalPages));
  print(
    `  audit log of ${totalPages} pages: first ${ms(quantile(firstPage, 0.5))}, last ${ms(quantile(lastPage, 0.5))}`,
  );
}

async function insertAuditEntries(
  { accountId, applicationId }: Seeded,
  url: string,
): Promise<void> {
  const database = openDatabase(url, () => {});
  for (let inserted = 0; inserted < AUDIT_ENTRIES; inserted += ENTRIES_A_TRANSACTION) {
    await database.sql.transaction(async (sql) => {
      await sql.execute(raw`
        insert into audit_entries (account_id, account_number, application_id, application_number,
          application_name, action, entity_type, entity_id, entity_name, actor, before, after)
        select account.id, account.audit_entry_count + n, application.id,
          application.audit_entry_count + n, application.name, 'EDITED', 'property',
          gen_random_uuid(), 'country', '{"kind":"user","id":"1","name":"Ana"}',
          '{"key":"country","type":"STRING","description":"a"}',
          '{"key":"country","type":"STRING","description":"b"}'
        from accounts account, applications application,
          generate_series(1, ${ENTRIES_A_TRANSACTION}::int) n
        where account.id = ${accountId} and application.id = ${applicationId}`);
      await sql.execute(raw`
        update accounts set audit_entry_count = audit_entry_count + ${ENTRIES_A_TRANSACTION}
        where id = ${accountId}`);
      await sql.execute(raw`
        update applications set audit_entry_count = audit_entry_count + ${ENTRIES_A_TRANSACTION}
        where id = ${applicationId}`);
    });
  }
  await database.sql.execute(raw`analyze audit_entries`);
  await database.close();
}

async function startService(settings: Readonly<Record<string, string>>): Promise<SpawnedService> {
  const service = await spawnService(settings);
  await service.ready;
  return service;
}

async function stop(service: SpawnedService): Promise<void> {
  service.process.kill('SIGTERM');
  await service.ended;
}

async function evaluateAll(
  service: SpawnedService,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { uid, ...user } = USERS[0] ?? { uid: '' };
  const response = await fetch(`${service.url}/ofrep/v1/evaluate/flags`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ context: { targetingKey: uid, ...user } }),
  });
  await response.arrayBuffer();
  if (response.status !== 200 && response.status !== 304) throw new Error(`${response.status}`);
  return response;
}

async function call<Body>(
  service: SpawnedService,
  { token }: Seeded,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
  return JSON.parse(answer);
}

async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const measured: number[] = [];
  for (let index = 0; index < count; index++) measured.push(await millisecondsOf(work));
  return measured;
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

function megabytes(value: number): string {
  return `${value.toFixed(0)} MB`;
}

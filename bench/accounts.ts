import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { openDatabase } from '@comporta/server/platform/database/database';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { type SpawnedService, spawnService } from '@comporta/server/testing/spawned-service';
import { millisecondsOf, print, quantile } from './service/numbers.ts';
import { cpuSecondsOf, residentMegabytesOf } from './service/process-figures.ts';
import { seed, seedInto } from './service/seed.ts';

const TOGGLES = 20;
const SEEDED_AT_ONCE = 4;
/** What was asked for in the last minute is not dropped; the service looks once a second. */
const UNUSED_AFTER_MS = 62_000;
/** By then V8 has given back what a process that rests does not need. */
const SETTLE_MS = 60_000;
const REST_SECONDS = 30;
const TOKEN = 'the token of a benchmark';

/**
 * Many companies on one installation: memory and CPU with the default budget of toggles and without one, the first answer of
 * each environment, and whether a large company stays in memory. Source: SCL-94.
 */
export async function measureAccounts(dataDir: string, accounts: number): Promise<void> {
  const postgres = await openEmbeddedPostgres({ dataDir: join(dataDir, 'accounts'), fsync: false });
  await migrateDatabase(postgres.url);
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, METRICS_TOKEN: TOKEN };

  const large = await seed(postgres.url, { toggleCount: 10_000, environmentCount: 3 });
  await alone(
    settings,
    large.environments.map(({ key }) => key),
  );
  const keys = await seedAccounts(postgres.url, accounts);
  await many({ ...settings, SNAPSHOT_TOGGLES: '' }, keys);
  await many({ ...settings, SNAPSHOT_TOGGLES: '0' }, keys);
  await postgres.close();
}

/** 30,000 toggles in three environments stay, also when nobody asks for a while. */
async function alone(
  settings: Readonly<Record<string, string>>,
  keys: readonly string[],
): Promise<void> {
  print('three environments of 10,000 toggles');
  const service = await start(settings);
  for (const key of keys) await ask(service, key);
  await pause(UNUSED_AFTER_MS);
  print(
    `  held after a minute without a request: ${await figure(service, 'snapshot_toggles')} toggles`,
  );
  print(`  dropped: ${await figure(service, 'snapshots_dropped_total')} environments`);
  await stop(service);
}

async function seedAccounts(url: string, accounts: number): Promise<readonly string[]> {
  const database = openDatabase(url, () => {});
  const keys: string[] = [];
  const seedSome = async () => {
    while (keys.length < accounts) {
      const place = keys.push('') - 1;
      const { environments } = await seedInto(database, TOGGLES, 1);
      keys[place] = environments[0]?.key ?? '';
    }
  };
  await Promise.all(Array.from({ length: SEEDED_AT_ONCE }, seedSome));
  await database.close();
  return keys;
}

async function many(
  settings: Readonly<Record<string, string>>,
  keys: readonly string[],
): Promise<void> {
  const budget = settings.SNAPSHOT_TOGGLES === '0' ? 'no budget' : 'the default budget';
  print(`${keys.length} accounts × one environment × ${TOGGLES} toggles, ${budget}`);
  const since = performance.now();
  const service = await start(settings);
  print(`  ready after ${ms(performance.now() - since)}, ${await resident(service)}`);

  const cpu = await cpuSecondsOf(service.process);
  const times: number[] = [];
  const peak = { megabytes: 0 };
  const refused = new Map<number, number>();
  for (const [place, key] of keys.entries()) {
    times.push(
      await millisecondsOf(async () => {
        const status = await ask(service, key);
        if (status !== 200) refused.set(status, (refused.get(status) ?? 0) + 1);
      }),
    );
    if (place % 100 === 0) {
      const now = await residentMegabytesOf(service.process);
      peak.megabytes = Math.max(peak.megabytes, now);
    }
  }
  const each = ((await cpuSecondsOf(service.process)) - cpu) / keys.length;
  print(
    `  first answers: median ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}, ${ms(each * 1000)} of CPU; others than 200: ${[...refused].join(' ') || 'none'}`,
  );
  print(
    `  while ${keys.length} were asked for in ${seconds(times)}: up to ${megabytes(peak.megabytes)}`,
  );
  await pause(UNUSED_AFTER_MS + SETTLE_MS);
  await rest(service);
  await stop(service);
}

async function rest(service: SpawnedService): Promise<void> {
  const before = await cpuSecondsOf(service.process);
  await pause(REST_SECONDS * 1_000);
  const cpu = ((await cpuSecondsOf(service.process)) - before) / REST_SECONDS;
  const toggles = await figure(service, 'snapshot_toggles');
  const thousands = toggles / TOGGLES / 1_000;
  print(
    `  at rest: ${await resident(service)}, ${toggles} toggles held, ${ms(cpu * 1000)} of CPU a second, ${ms((cpu * 1000) / thousands)} per 1,000 environments`,
  );
  print(`  dropped: ${await figure(service, 'snapshots_dropped_total')} environments`);
}

async function start(settings: Readonly<Record<string, string>>): Promise<SpawnedService> {
  const service = await spawnService(settings);
  await service.ready;
  return service;
}

async function stop(service: SpawnedService): Promise<void> {
  service.process.kill('SIGTERM');
  await service.ended;
}

async function ask(service: SpawnedService, key: string): Promise<number> {
  const response = await fetch(`${service.url}/ofrep/v1/evaluate/flags`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"context":{"targetingKey":"ana"}}',
  });
  await response.arrayBuffer();
  return response.status;
}

/** The value of a metric without labels. */
async function figure(service: SpawnedService, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await fetch(`${service.url}/metrics`, { headers })).text();
  return Number(new RegExp(`^comporta_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
}

async function resident(service: SpawnedService): Promise<string> {
  return `${megabytes(await residentMegabytesOf(service.process))} of Node`;
}

function seconds(times: readonly number[]): string {
  return `${(times.reduce((sum, one) => sum + one, 0) / 1_000).toFixed(0)} s`;
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

function megabytes(value: number): string {
  return `${value.toFixed(0)} MB`;
}

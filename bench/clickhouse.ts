/**
 * Measures EVENTS_URL with the engine of ClickHouse: SCL-44, SCL-48, SCL-50, SCL-93; and what its guard costs PostgreSQL.
 * `npm install --no-save --prefix conformance/clickhouse`, then `node bench/clickhouse.ts [trigger] [move [MILLIONS]]`.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { openClickHouse } from '@comporta/server/event-store/clickhouse/clickhouse';
import { countNoted } from '@comporta/server/event-store/clickhouse/count-noted';
import { moveEvents } from '@comporta/server/event-store/clickhouse/move/move-events';
import { beginMove } from '@comporta/server/event-store/clickhouse/move/move-repository';
import { makeTables } from '@comporta/server/event-store/clickhouse/tables';
import { openPostgresEventStore } from '@comporta/server/event-store/postgres/postgres-event-store';
import { createLog } from '@comporta/server/platform/base/log';
import { openConnection } from '@comporta/server/platform/database/connection';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { startClickHouse } from '@comporta/server/testing/clickhouse/clickhouse-server';
import { spawnService } from '@comporta/server/testing/spawned-service';
import { sql as raw } from 'drizzle-orm';
import { callingAs, measure } from './events/place.ts';
import { millisecondsOf, print, quantile } from './service/numbers.ts';
import { childrenOf, cpuSecondsOf, residentMegabytesOf } from './service/process-figures.ts';
import { seed } from './service/seed.ts';

const DAY_MS = 24 * 60 * 60_000;
const ROUNDS = 9;
const DAYS = 34;
const EVENTS_A_USER = 20;
const METRICS = 10;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const { sql, close } = await openConnection(postgres.url);
const { rows: backends } = await sql.execute<{ pid: number }>(raw`select pg_backend_pid() as pid`);
const backend = { pid: backends[0]?.pid ?? 0 };

const parts: Readonly<Record<string, (millions: number) => Promise<void>>> = { trigger, move };
const [wanted, millions = '1'] = process.argv.slice(2);
for (const [name, part] of Object.entries(parts)) {
  if (wanted === undefined || wanted === name) await part(Number(millions));
}
await close();
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

/** The CPU of PostgreSQL for storing a batch with the guard of its tables, × without it, in turns. */
async function trigger(): Promise<void> {
  const store = openPostgresEventStore(sql);
  for (const [events, batches] of [
    [20, 300],
    [1_000, 40],
  ] as const) {
    const one = async () => {
      const since = await cpuSecondsOf(backend);
      for (let n = 0; n < batches; n += 1) await store.append(batchOf(events));
      return ((await cpuSecondsOf(backend)) - since) / batches;
    };
    await one();
    const [guarded, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      guarded.push(await one());
      await guard('disable');
      bare.push(await one());
      await guard('enable');
    }
    const [withIt, without] = [quantile(guarded, 0.5), quantile(bare, 0.5)];
    print(
      `batches of ${events} events and an exposure: ${ms(withIt)} ms CPU with the guard, ${ms(without)} without: ${(withIt / without).toFixed(3)} ×`,
    );
  }
}

async function guard(what: 'enable' | 'disable'): Promise<void> {
  for (const table of ['metric_events', 'exposures']) {
    await sql.execute(raw.raw(`alter table ${table} ${what} trigger ${table}_moved`));
  }
}

function batchOf(events: number) {
  const at = new Date();
  const environmentId = randomUUID();
  const made = Array.from({ length: events }, () => ({
    environmentId,
    eventId: randomUUID(),
    day: at.toISOString().slice(0, 10),
    unit: randomUUID(),
    eventKeyId: 1,
    at,
    value: 1,
    trusted: true,
    skewed: false,
  }));
  const exposure = { phaseId: randomUUID(), environmentId, unit: randomUUID(), bucket: 0, at };
  return {
    exposures: [{ ...exposure, valueIx: 0, carried: false, segments: null }],
    events: made,
  };
}

/** A move, what the events take there, and what it costs to count them. */
async function move(millions: number): Promise<void> {
  await sql.execute(raw`truncate metric_events, exposures, touched_units`);
  await fill(millions * 1_000_000);
  const before = await childrenOf(process.pid);
  const server = await startClickHouse();
  const after = await childrenOf(process.pid);
  const engine = after.find(({ pid }) => before.every((known) => known.pid !== pid)) ?? { pid: 0 };
  const clickhouse = await openClickHouse(server.url, createLog('silent'));
  await makeTables(clickhouse);
  const rawSince = new Date(Date.now() - 35 * DAY_MS);
  const costing = async (work: () => Promise<unknown>) => {
    const cpu = async () => [
      process.cpuUsage().user / 1e6,
      await cpuSecondsOf(backend),
      await cpuSecondsOf(engine),
    ];
    const since = await cpu();
    const took = await millisecondsOf(work);
    const [own = 0, ofPostgres = 0, ofEngine = 0] = (await cpu()).map(
      (s, n) => s - (since[n] ?? 0),
    );
    return { seconds: took / 1_000, own, ofPostgres, ofEngine };
  };
  const moved = await costing(async () => {
    await beginMove(sql);
    await moveEvents({ sql, clickhouse, rawSince, onStep: () => {} });
  });
  const thousands = millions * 1_000;
  print(
    `moved ${millions} M events: ${(thousands / moved.seconds).toFixed(0)} thousand a second; CPU of a million: command ${(moved.own / millions).toFixed(1)} s, PostgreSQL ${(moved.ofPostgres / millions).toFixed(1)} s, ClickHouse ${(moved.ofEngine / millions).toFixed(1)} s`,
  );
  for (const table of ['events', 'exposures']) {
    const [size] = await clickhouse.read<{ bytes: number; rows: number }>(
      `select sum(bytes_on_disk) as bytes, sum(rows) as rows from system.parts
        where active and table = 'comporta_${table}'`,
    );
    print(
      `${table} in ClickHouse: ${((size?.bytes ?? 0) / (size?.rows ?? 1)).toFixed(0)} bytes each`,
    );
  }
  const open = await costing(() => countNoted({ sql, clickhouse, rawSince }));
  await sql.execute(raw`update touched_environments set since = 'epoch'`);
  const all = await costing(() => countNoted({ sql, clickhouse, rawSince }));
  for (const [what, cost] of [
    ['days that may still change', open],
    ['all days', all],
  ] as const) {
    print(
      `counting ${METRICS} metrics, ${what}: ${cost.ofEngine.toFixed(1)} s CPU, ${(cost.ofEngine / millions / METRICS).toFixed(3)} s for a million events and a metric, in ${cost.seconds.toFixed(1)} s`,
    );
  }
  print(`memory of the engine: ${(await residentMegabytesOf(engine)).toFixed(0)} MB`);
  await clickhouse.close();
  await server.close();
}

/** An analysis of ten metrics, whose users of the last days have events of all of them. */
async function fill(events: number): Promise<void> {
  const seeded = await seed(postgres.url, { toggleCount: 500, environmentCount: 1 });
  const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
  await service.ready;
  const place = await measure(callingAs(seeded.token, service), seeded, {
    environment: 0,
    flag: 250,
    metrics: METRICS,
  });
  service.process.kill('SIGTERM');
  await service.ended;
  await sql.execute(raw`
    insert into event_keys (application_id, key) select ${seeded.applicationId},
      case n when 0 then 'purchase' else 'key-' || n end from generate_series(0, ${METRICS - 1}::int) as n
    on conflict do nothing`);
  await sql.execute(raw`
    select make_event_day(day::date) from generate_series(now() - interval '36 days', now(), interval '1 day') as day
    where to_regclass('metric_events_' || to_char(day, 'YYYYMMDD')) is null`);
  await sql.execute(raw`
    insert into exposures (phase_id, unit, first_at, bucket, value_ix, carried)
    select ${place.phaseId}, gen_random_uuid(), now() - random() * ${DAYS}::int * interval '1 day', 0, n % 2, false
    from generate_series(1, ${Math.ceil(events / EVENTS_A_USER)}::int) as n`);
  await sql.execute(raw`
    insert into metric_events (day, environment_id, event_id, unit, event_key_id, at, value, trusted, skewed)
    select (at at time zone 'UTC')::date, ${place.environmentId}::uuid, gen_random_uuid(), unit, k.id, at, random(), true, false
    from (
      select unit, n, least(now(), first_at + n * interval '3 minutes') as at
      from exposures, generate_series(1, ${EVENTS_A_USER}::int) as n) as made
    join event_keys k on k.application_id = ${seeded.applicationId}
      and k.key = case n % ${METRICS}::int when 0 then 'purchase' else 'key-' || n % ${METRICS}::int end`);
}

function ms(seconds: number): string {
  return (seconds * 1_000).toFixed(2);
}

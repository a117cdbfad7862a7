/**
 * Measures the cost of events and results: RES-90 to RES-94, RUL-73. The service is the only node on an embedded PostgreSQL.
 * The load comes from a thread of this process, so on two cores everything shares them. `node bench/events.ts`; eight
 * minutes. Arguments such as `results` select parts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPreviousRelease } from '@comporta/server/acceptance/previous-release';
import { openEmbeddedPostgres } from '@comporta/server/embedded-postgres/embedded-postgres';
import { type Database, openDatabase } from '@comporta/server/platform/database/database';
import { migrateDatabase } from '@comporta/server/platform/database/migrations';
import { findFreePort, spawnService } from '@comporta/server/testing/spawned-service';
import { sql as raw } from 'drizzle-orm';
import { USERS } from './engine/work.ts';
import {
  callingAs,
  exposeMany,
  liveTwoMonths,
  type MeasuredPlace,
  measure,
  writeDays,
} from './events/place.ts';
import { sendEvents } from './events/sender.ts';
import { askBeside, type MeasuredRequest } from './events/steady.ts';
import { sendSteadily } from './events/steady-sender.ts';
import { load as loadServer, type Question } from './service/load.ts';
import { millisecondsOf, print, quantile } from './service/numbers.ts';
import { cpuSecondsOf } from './service/process-figures.ts';
import { seed } from './service/seed.ts';

const ROUNDS = 5;
const SECONDS = 8;
const WARM_UP_SECONDS = 5;
const MILLION = 1_000_000;
/** A STRING property of the seeded application. */
const UNIT = 'plan';
/** Many short ones: the neighbours of a virtual machine disturb it for seconds at a time. */
const UNIT_ROUNDS = 11;
const UNIT_SECONDS = 3;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
const seeded = await seed(postgres.url, { toggleCount: 500, environmentCount: 4 });
const database = openDatabase(postgres.url, () => {});
const service = await spawnService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
await service.ready;
const call = callingAs(seeded.token, service);
const busy = await measure(call, seeded, { environment: 0, flag: 250, metrics: 1 });
const watched = await measure(call, seeded, { environment: 1, flag: 250, metrics: 1 });
const old = await measure(call, seeded, { environment: 2, flag: 250, metrics: 10 });

const unmeasured = seeded.environments[3]?.key ?? '';
const parts: Readonly<Record<string, () => Promise<void>>> = {
  results: () => resultsAnswer(old, database),
  exposures: () => exposing(busy.key, unmeasured),
  ingest: () => ingest(busy),
  units: () => ofUnits(),
  visible: () => visible(busy, watched),
  beside: () => beside(busy),
  counting: () => besideCounting(busy, database),
  sizes: () => sizes(watched, database),
};
const wanted = process.argv.slice(2);
for (const part of wanted.length > 0 ? wanted : Object.keys(parts)) await parts[part]?.();

service.process.kill('SIGTERM');
await service.ended;
await database.close();
await postgres.close();
await rm(dataDir, { recursive: true, force: true });

/** RES-90: the same users repeatedly get a flag with a measured split, and one with a split that is not measured. */
async function exposing(measured: string, plain: string): Promise<void> {
  const question = (key: string): Question => ({
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    requests: USERS.map(({ uid, ...user }) => ({
      path: '/ofrep/v1/evaluate/flags/flag-250',
      body: JSON.stringify({ context: { targetingKey: uid, ...user } }),
    })),
    status: 200,
  });
  const rounds: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const counted = await loadServer(service, question(measured));
    const alone = await loadServer(service, question(plain));
    if (round === 0) continue; // The first round is a warm-up: V8 optimises hot code.
    rounds.push(counted.rate / alone.rate);
    costs.push(alone.cpuUs / counted.cpuUs);
  }
  print('one toggle over OFREP, its split measured, × the same that nobody measures');
  print(
    `  requests/s: ${quantile(rounds, 0.5).toFixed(2)}, per CPU second: ${quantile(costs, 0.5).toFixed(2)}, goal 0.95 at least`,
  );
}

/** RES-91: events per second, beside a bare server. */
async function ingest({ key }: MeasuredPlace): Promise<void> {
  print('taking events, ten a call, answered after the commit');
  const bare = await startBareIngest();
  const rounds: { readonly ours: Load; readonly bare: Load }[] = [];
  await load(service, key, WARM_UP_SECONDS);
  await load(bare, key, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ ours: await load(service, key), bare: await load(bare, key) });
    const { ours, bare: theirs } = rounds.at(-1) ?? rounds[0] ?? { ours: NO_LOAD, bare: NO_LOAD };
    print(`  Comporta ${textOf(ours)}; bare node:http ${textOf(theirs)}`);
  }
  bare.process.kill();
  const median = (of: (round: (typeof rounds)[number]) => number) => quantile(rounds.map(of), 0.5);
  print(`  events/s: ${median((r) => r.ours.rate).toFixed(0)}, goal 10,000 on two quiet cores`);
  print(`  × bare: ${median((r) => r.ours.rate / r.bare.rate).toFixed(2)}, goal 0.5 at least`);
  print(
    `  per CPU second of Node, × bare: ${median((r) => r.bare.cpuUs / r.ours.cpuUs).toFixed(2)}`,
  );
}

/**
 * RUL-73: events that name the unit of a measured split, and events that do not, in turns; and those that do not, sent
 * to the release before, which is a second node of the same database.
 */
async function ofUnits(): Promise<void> {
  const { key } = await measure(call, seeded, {
    environment: 0,
    flag: 251,
    metrics: 1,
    by: UNIT,
  });
  const before = await startPreviousRelease({
    DATABASE_URL: postgres.url,
    DATA_DIR: join(dataDir, 'before'),
  });
  const other = { url: before.url, process: { pid: before.processId } };
  const rounds: Record<'plain' | 'withUnit' | 'before', Load>[] = [];
  for (let round = -1; round < UNIT_ROUNDS; round++) {
    const plain = await load(service, key, UNIT_SECONDS);
    const withUnit = await load(service, key, UNIT_SECONDS, UNIT);
    const then = await load(other, key, UNIT_SECONDS);
    if (round >= 0) rounds.push({ plain, withUnit, before: then }); // The first is a warm-up.
  }
  await before.stop();
  const ratio = (of: (round: (typeof rounds)[number]) => number) =>
    quantile(rounds.map(of), 0.5).toFixed(2);
  print('events that name a unit, × the time of those that do not');
  print(`  ${ratio((r) => r.plain.rate / r.withUnit.rate)}, goal 1.7 at most`);
  print(`  CPU of Node: ${ratio((r) => r.withUnit.cpuUs / r.plain.cpuUs)}`);
  print('events without units, × the time of the release before');
  print(`  ${ratio((r) => r.before.rate / r.plain.rate)}, goal 1.00 ± .03`);
  print(`  CPU of Node: ${ratio((r) => r.plain.cpuUs / r.before.cpuUs)}`);
}

/** RES-92: latency of evaluation while events arrive. */
async function beside(place: MeasuredPlace): Promise<void> {
  print('one evaluation 200 times a second, p50 and p99 in ms');
  const asked = await warmEvaluation(place);
  const port = String(await findFreePort());
  const bare = await startBare(new URL('./events/bare-answer.ts', import.meta.url), port);
  const load = { url: service.url, key: place.key, seconds: SECONDS, eventsPerSecond: 5_000 };
  const kinds = {
    'come evenly': () => sendSteadily(load),
    'come in the first moment of each': () => sendEvents(load),
  };
  for (const [how, sending] of Object.entries(kinds)) {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await askBeside(asked, () => pause(SECONDS * 1_000));
      const crowded = await askBeside(asked, sending);
      const bareAlone = await askBeside({ ...asked, url: bare.url }, () => pause(SECONDS * 1_000));
      const bareCrowded = await askBeside({ ...asked, url: bare.url }, sending);
      ours.push(quantile(crowded, 0.99) / quantile(alone, 0.99));
      theirs.push(quantile(bareCrowded, 0.99) / quantile(bareAlone, 0.99));
      print(`  alone ${timesOf(alone)}; while 5,000 events a second ${how} ${timesOf(crowded)}`);
      print(`    a bare node:http beside it: ${timesOf(bareAlone)}; ${timesOf(bareCrowded)}`);
    }
    print(`  p99 × alone: ${quantile(ours, 0.5).toFixed(1)}, goal 1.2 at most`);
    print(`    a bare node:http beside it: ${quantile(theirs, 0.5).toFixed(1)}`);
  }
  bare.process.kill();
}

/** RES-92: latency of evaluation while a million users are counted. */
async function besideCounting(place: MeasuredPlace, opened: Database): Promise<void> {
  await exposeMany(opened, place, MILLION);
  const asked = await warmEvaluation(place);
  const since = performance.now();
  const cpuBefore = await cpuSecondsOf(service.process);
  const counting = await askBeside(asked, () => allCounted(opened));
  const cpuSeconds = (await cpuSecondsOf(service.process)) - cpuBefore;
  print(
    `  a million users were counted in ${seconds1(performance.now() - since)}, ${cpuSeconds.toFixed(1)} s of CPU of the service`,
  );
  const alone = await askBeside(asked, () => pause(SECONDS * 1_000));
  print(`  alone ${timesOf(alone)}; while a million users are counted ${timesOf(counting)}`);
  const ratio = quantile(counting, 0.99) / quantile(alone, 0.99);
  print(`  p99 × alone: ${ratio.toFixed(1)}, goal 1.2 at most`);
}

async function warmEvaluation({ key }: MeasuredPlace): Promise<MeasuredRequest> {
  const { uid, ...properties } = USERS[0] ?? { uid: '' };
  const asked: MeasuredRequest = {
    url: `${service.url}/ofrep/v1/evaluate/flags/flag-100`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ context: { targetingKey: uid, ...properties } }),
  };
  await askBeside(asked, () => pause(WARM_UP_SECONDS * 1_000));
  return asked;
}

/** RES-93: the time from the event of a single user until the results contain it. */
async function visible(from: MeasuredPlace, place: MeasuredPlace): Promise<void> {
  const seconds = 100;
  const took: number[] = [];
  const sending = sendEvents({
    url: service.url,
    key: from.key,
    seconds,
    eventsPerSecond: 1_000,
  });
  let sent = 0;
  const until = performance.now() + (seconds - 15) * 1_000;
  const report = callingAs(place.key, service);
  while (performance.now() < until) {
    const since = performance.now();
    const uid = randomUUID();
    const context = { ...USERS[0], targetingKey: uid };
    // The evaluation exposes the user.
    await report('POST', `/ofrep/v1/evaluate/flags/${place.toggle}`, { context });
    const at = new Date().toISOString();
    const deed = { type: 'track', id: uid, key: 'purchase', uid, at };
    // Retries as an SDK does: on a busy machine the service may answer with retry-after.
    while (!(await report('POST', '/api/events', { events: [deed] }).catch(() => undefined))) {
      await pause(1_000);
    }
    sent++;
    while ((await positives(place)) < sent) await pause(200);
    took.push(performance.now() - since);
  }
  await sending;
  print('from the call to the results, while 1,000 events/s come');
  print(
    `  median ${seconds1(quantile(took, 0.5))}, p95 ${seconds1(quantile(took, 0.95))} of ${took.length}; goal 60 s`,
  );
}

/** RES-93: response time of results with ten metrics, four values and 60 days. */
async function resultsAnswer(place: MeasuredPlace, opened: Database): Promise<void> {
  await liveTwoMonths(opened, place, { values: 4, days: 60 });
  const { days } = await call<{ days: readonly object[] }>('GET', place.results);
  await writeDays(opened, place, days, 60);
  const answer = async () => void (await call('GET', place.results));
  for (let warm = 0; warm < 50; warm++) await answer();
  const took: number[] = [];
  const before = await cpuSecondsOf(service.process);
  for (let one = 0; one < 200; one++) took.push(await millisecondsOf(answer));
  const cpuMs = (((await cpuSecondsOf(service.process)) - before) * 1_000) / took.length;
  print('results of ten metrics, four values and sixty days');
  print(
    `  median ${quantile(took, 0.5).toFixed(0)} ms, p95 ${quantile(took, 0.95).toFixed(0)} ms, goal 50 ms; ${cpuMs.toFixed(0)} ms of CPU`,
  );
}

/** RES-94: bytes on disk per row, of a table with its indexes. */
async function sizes(place: MeasuredPlace, opened: Database): Promise<void> {
  await exposeMany(opened, place, MILLION / 10);
  if (wanted.length > 0) await sendEvents({ url: service.url, key: place.key, seconds: SECONDS });
  const { sql } = opened;
  for (const [table, what, goal] of [
    ['metric_events', 'an event', 300],
    ['exposures', 'an exposure', 160],
  ] as const) {
    const { rows } = await sql.execute<{ bytes: string; rows: string }>(raw`
      select (select sum(pg_total_relation_size(c.oid)) from pg_class c
          left join pg_inherits i on i.inhrelid = c.oid
          where ${table}::regclass in (c.oid, i.inhparent)) as bytes,
        (select count(*) from ${raw.identifier(table)}) as rows`);
    const [row] = rows;
    const each = Number(row?.bytes) / Number(row?.rows);
    print(`${what}: ${each.toFixed(0)} bytes of ${row?.rows}, goal ${goal} at most`);
  }
}

async function positives({ results }: MeasuredPlace): Promise<number> {
  const { metrics } = await call<{
    metrics: readonly { values: readonly { positive: number }[] }[];
  }>('GET', results);
  return (metrics[0]?.values ?? []).reduce((sum, { positive }) => sum + positive, 0);
}

async function allCounted({ sql }: Database): Promise<void> {
  for (;;) {
    await pause(500);
    const { rows } = await sql.execute(raw`select from touched_units limit 1`);
    if (rows.length === 0) return;
  }
}

interface Load {
  readonly rate: number;
  readonly cpuUs: number;
}
const NO_LOAD: Load = { rate: 0, cpuUs: 0 };

interface Target {
  readonly url: string;
  readonly process: Pick<ChildProcess, 'pid'>;
}

interface BareServer extends Target {
  readonly process: ChildProcess;
}

async function load(target: Target, key: string, seconds = SECONDS, unit?: string): Promise<Load> {
  const before = await cpuSecondsOf(target.process);
  const since = performance.now();
  const sent = await sendEvents({ url: target.url, key, seconds, ...(unit && { unit }) });
  const cpuSeconds = (await cpuSecondsOf(target.process)) - before;
  const tookSeconds = (performance.now() - since) / 1_000;
  return { rate: sent / tookSeconds, cpuUs: (cpuSeconds * 1_000_000) / sent };
}

async function startBareIngest(): Promise<BareServer> {
  const port = String(await findFreePort());
  return startBare(new URL('./events/bare-ingest.ts', import.meta.url), port);
}

async function startBare(script: URL, port: string): Promise<BareServer> {
  const args = [fileURLToPath(script), port, postgres.url];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    await pause(50);
    const body = JSON.stringify({ events: [] });
    const answer = await fetch(url, { method: 'POST', body }).catch(() => undefined);
    if (answer?.ok) return { url, process: child };
  }
}

function textOf({ rate, cpuUs }: Load): string {
  return `${rate.toFixed(0)}/s (${cpuUs.toFixed(0)} µs CPU)`;
}

function timesOf(took: readonly number[]): string {
  return `${quantile(took, 0.5).toFixed(2)} and ${quantile(took, 0.99).toFixed(2)}`;
}

function seconds1(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

import { setTimeout as pause } from 'node:timers/promises';
import { createAnalysis, startAnalysis } from '@comporta/contract/analyses/analysis-api';
import { getResults } from '@comporta/contract/analyses/results-api';
import { createApplication } from '@comporta/contract/applications/application-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { createExperiment } from '@comporta/contract/experiments/experiment-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createMetric } from '@comporta/contract/metrics/metric-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClient } from '../../../acceptance/client.ts';
import { logIn, PASSWORD, signUp } from '../../../acceptance/company.ts';
import { type EventReporter, keepReporting } from '../../../acceptance/event-reporter.ts';
import { startPreviousRelease } from '../../../acceptance/previous-release.ts';
import { type ServiceProcess, startServiceProcess } from '../../../acceptance/service-process.ts';
import { type LoneConnection, openConnection } from '../../../platform/database/connection.ts';
import {
  type ClickHouseServer,
  startClickHouse,
} from '../../../testing/clickhouse/clickhouse-server.ts';
import { findFreePort, spawnCommand } from '../../../testing/spawned-service.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { makeDays } from '../../postgres/event-day-repository.ts';

/** `CRASH_ROUNDS=200 MOVE_EVENTS=10000000` proves SCL-93 in full. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 6);
const EVENTS = Number(process.env.MOVE_EVENTS ?? 200_000);
const EVENTS_A_USER = 20;
const DAYS = 12;
const REPORTERS = 3;
const TOGGLE = 'new-checkout';
const TIMEOUT_MS = 600_000 + EVENTS;

let engine: ClickHouseServer;
let testDatabase: TestDatabase;
let connection: LoneConnection;
let settings: Readonly<Record<string, string>>;
let service: ServiceProcess;
/** A node of the release before, which some clients are sent to until the move is done. */
let older: ServiceProcess;
let olderServes = true;
let token: string;
let place: { readonly appId: string; readonly envId: string; readonly id: string };
let key: string;

beforeAll(async () => {
  engine = await startClickHouse();
  testDatabase = await createTestDatabase();
  connection = await openConnection(testDatabase.url);
  settings = {
    DATABASE_URL: testDatabase.url,
    SIGNUP: 'open',
    PORT: String(await findFreePort()),
  };
  service = await startServiceProcess(settings);
  const admin = await signUp(service, 'ana@example.com');
  token = await logIn(admin, 'ana@example.com');
  const environments = [{ name: 'Production' }];
  const shop = await admin.call(createApplication, { body: { name: 'Shop', environments } });
  const [appId, envId] = [shop.id, shop.environments[0]?.id ?? ''];
  const ofKey = { params: { appId, envId }, body: { password: PASSWORD } };
  key = await admin.call(createEnvironmentKey, ofKey);
  const toggle = await admin.call(createToggle, {
    params: { appId },
    body: { name: TOGGLE, values: ['enabled', 'disabled'], defaultValue: 'disabled' },
  });
  const valueSpec = { type: 'SPLIT', split: { disabled: 50, enabled: 50 } };
  const experiment = await admin.call(createExperiment, {
    params: { appId, envId },
    body: { toggleId: toggle.id, rules: [{ type: 'ALL_USERS', valueSpec }] },
  });
  const metric = await admin.call(createMetric, {
    params: { appId },
    body: { key: 'purchases', name: 'Purchases', kind: 'COUNT', eventKey: 'purchase' },
  });
  place = { appId, envId, id: experiment.id };
  const analysis = await admin.call(createAnalysis, {
    params: place,
    body: {
      ruleId: experiment.rules[0]?.id ?? '',
      goal: { metricId: metric.id },
      excludeBots: false,
    },
  });
  await admin.call(startAnalysis, { params: { ...place, analysisId: analysis.id } });
  older = await startPreviousRelease({ ...settings, PORT: String(await findFreePort()) });
}, TIMEOUT_MS);

afterAll(async () => {
  await older.kill();
  await service.stop();
  await connection.close();
  await testDatabase.drop();
  await engine.close();
});

/** Users of the last days in PostgreSQL, each with some events an hour after their exposure, and still to be counted. */
async function storeUsers(): Promise<void> {
  const { sql } = connection;
  const today = Date.now();
  const days = Array.from({ length: DAYS + 2 }, (_, n) =>
    new Date(today - n * 24 * 60 * 60_000).toISOString().slice(0, 10),
  );
  await sql.transaction((inside) => makeDays(inside, days));
  const users = Math.ceil(EVENTS / EVENTS_A_USER);
  await sql.execute(raw`
    insert into exposures (phase_id, unit, first_at, bucket, value_ix, carried)
    select p.id, gen_random_uuid(), now() - interval '2 hours' - random() * ${DAYS}::int * interval '1 day', 0, n % 2, false
    from phases p, generate_series(1, ${users}::int) as n`);
  await sql.execute(raw`
    insert into metric_events (day, environment_id, event_id, unit, event_key_id, at, value, trusted, skewed)
    select (at at time zone 'UTC')::date, environment_id, gen_random_uuid(), unit, event_key_id, at, n, true, false
    from (
      select p.environment_id, e.unit, k.id as event_key_id, n, e.first_at + n * interval '3 minutes' as at
      from exposures e join phases p on p.id = e.phase_id, event_keys k, generate_series(1, ${EVENTS_A_USER}::int) as n
      where k.key = 'purchase' and e.first_at < now() - interval '2 hours') as made`);
  await sql.execute(raw`
    insert into touched_units (environment_id, unit)
    select p.environment_id, e.unit from exposures e join phases p on p.id = e.phase_id`);
}

it(
  `SCL-48, SCL-93, RES-95: ${EVENTS} events are moved, over ${ROUNDS} kills of the command, the service and ClickHouse, while others arrive, also at a node of 0.2.0: each counts once`,
  async () => {
    const reporters = await Promise.all(Array.from({ length: REPORTERS }, (_, n) => report(n)));
    while (totalOf(reporters) < 50) await pause(10);
    await storeUsers();
    // From here on as an operator does it: the setting first, then the move.
    settings = { ...settings, EVENTS_URL: engine.url };
    await service.kill();
    service = await startServiceProcess(settings);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const command = await spawnCommand(['events', 'move'], settings);
      const before = await position();
      while ((await position()) === before) await Promise.race([pause(5), command.ended]);
      // More rounds want more events: MOVE_EVENTS.
      expect(await position(), `moved before kill ${round} of ${ROUNDS}`).toContain('MOVING');
      await pause(Math.random() * 200);
      if (round % 3 === 1) await engine.kill();
      command.process.kill('SIGKILL');
      await command.ended;
      if (round % 3 === 2) {
        await service.kill();
        service = await startServiceProcess(settings);
      }
    }
    expect(await position()).toContain('MOVING');
    const last = await spawnCommand(['events', 'move'], settings);
    const { stdout, stderr, code } = await last.ended;
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toContain('Events are in ClickHouse');
    // Told that it is not stored, they send it again, at last to a node that knows where.
    expect([...(reporters[0]?.refusals() ?? [])].join()).toContain('503 SERVICE_UNAVAILABLE');
    olderServes = false;
    const refusals = new Set(reporters.flatMap((one) => [...one.refusals()]));
    await Promise.all(reporters.map((reporter) => reporter.stop()));
    // Whatever was refused was sent again.
    for (const refusal of refusals) expect(refusal).toMatch(/^cut off|^503 SERVICE_/);

    const expected = await expectedFigures(reporters);
    await expect
      .poll(countedFigures, { timeout: TIMEOUT_MS / 2, interval: 1_000 })
      .toEqual(expected);
  },
  TIMEOUT_MS,
);

/** Where the move has come to. */
async function position(): Promise<string> {
  const { rows } = await connection.sql.execute(raw`select state, position from event_store`);
  return JSON.stringify(rows);
}

type Figures = Readonly<Record<string, { readonly users: number; readonly events: number }>>;

interface KnownReporter extends EventReporter {
  readonly value: string;
}

async function report(number: number): Promise<KnownReporter> {
  const uid = `user-${number}`;
  const system = openClient(service.url, key);
  const { [TOGGLE]: value = '' } = await system.call(fetchTogglesByGet, { query: { uid } });
  const at = new Date().toISOString();
  const exposure = { type: 'exposure', toggle: TOGGLE, value, uid, at };
  const isOlder = number === 0;
  const url = () => (isOlder && olderServes ? older.url : service.url);
  const reporter = keepReporting({ url, key, uid, exposure });
  return { ...reporter, value };
}

function totalOf(reporters: readonly EventReporter[]): number {
  return reporters.reduce((sum, reporter) => sum + reporter.acknowledged(), 0);
}

/** What was stored in PostgreSQL before the move, and what reporters were told is stored, by value. */
async function expectedFigures(reporters: readonly KnownReporter[]): Promise<Figures> {
  const { rows } = await connection.sql.execute<{
    value: string;
    users: number;
    events: number;
  }>(raw`
    select p.values ->> e.value_ix as value, count(*)::int as users, sum(made.events)::int as events
    from exposures e join phases p on p.id = e.phase_id
    -- Only those that were stored for this test have a value.
    join (select unit, count(*) as events from metric_events where value is not null group by unit) as made using (unit)
    group by 1`);
  return Object.fromEntries(
    rows.map(({ value, users, events }) => {
      const mine = reporters.filter((one) => one.value === value);
      return [value, { users: users + mine.length, events: events + totalOf(mine) }];
    }),
  );
}

async function countedFigures(): Promise<Figures> {
  const admin = openClient(service.url, token);
  const { metrics } = await admin.call(getResults, { params: place, query: {} });
  return Object.fromEntries(
    (metrics[0]?.values ?? []).map(({ value, users, level = 0 }) => [
      value,
      { users, events: Math.round(level * users) },
    ]),
  );
}

import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../platform/base/ids.ts';
import { createLog } from '../../platform/base/log.ts';
import { openConnection } from '../../platform/database/connection.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { openMeasuredShop } from '../../testing/measured-shop.ts';
import {
  createTestDatabase,
  endLargeDeletes,
  type TestDatabase,
} from '../../testing/test-database.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { keepCounting } from './keep-counting.ts';
import { sweepGone, sweepOldWrong } from './sweep-repository.ts';

const KEPT_DAYS = 35;
/** More rows than one statement deletes. */
const MANY = 25_000;

let testDatabase: TestDatabase;
let database: Database;
/** A phase and environment of a running analysis. */
let alive: { readonly phaseId: string; readonly environmentId: string };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, () => {});
  const server = await startTestServer({ DATABASE_URL: testDatabase.url });
  const shop = await openMeasuredShop(server);
  const { phases } = await shop.start();
  alive = { phaseId: phases[0]?.id ?? '', environmentId: shop.environmentId };
  // No server counts or sweeps beside these tests.
  await server.close();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.sql.execute(raw`truncate exposures, metric_events, event_counters`);
});

it('RES-42: users are counted while a day of events cannot be dropped because another session reads events', async () => {
  const { sql } = database;
  await sql.execute(raw`
    select make_event_day((now() at time zone 'UTC')::date - ${KEPT_DAYS + 1}::int)`);
  let counted = 0;
  const reader = await openConnection(testDatabase.url);
  await reader.sql.transaction(async (inside) => {
    await inside.execute(raw`lock table metric_events in access share mode`);
    const counting = keepCounting({
      sql,
      log: createLog('silent'),
      keptDays: KEPT_DAYS,
      beforeCount: async () => {},
      async afterCount() {
        counted += 1;
      },
    });
    const count = () => {
      counting.stored();
      return counted;
    };
    await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(0);
    await counting.close();
  });
  await reader.close();
}, 40_000);

interface Rows {
  readonly exposures: number;
  readonly events: number;
  readonly counters: number;
}

async function addRows(phaseId: string, environmentId: string, count: number): Promise<void> {
  const { sql } = database;
  const some = raw`generate_series(1, ${count}::int) as n`;
  await sql.execute(raw`
    insert into exposures (phase_id, unit, first_at, bucket, value_ix, carried)
    select ${phaseId}::uuid, gen_random_uuid(), now(), 0, 0, false from ${some}`);
  const days = raw`((now() at time zone 'UTC')::date - n % 2)`;
  await sql.execute(raw`select make_event_day(${days}) from generate_series(0, 1) as n`);
  await sql.execute(raw`
    insert into metric_events (environment_id, event_id, unit, at, day, event_key_id, trusted, skewed)
    select ${environmentId}::uuid, gen_random_uuid(), gen_random_uuid(), now(), ${days}, 1, true, false from ${some}`);
  await sql.execute(raw`
    insert into event_counters (environment_id, hour, kind, code, count)
    select ${environmentId}::uuid, now(), 'EVENT', n::text, 1 from ${some}`);
}

async function rowsOf(phaseId: string, environmentId: string): Promise<Rows | undefined> {
  const { rows } = await database.sql.execute<{ [Name in keyof Rows]: number }>(raw`
    select (select count(*)::int from exposures where phase_id = ${phaseId}) as exposures,
      (select count(*)::int from metric_events where environment_id = ${environmentId}) as events,
      (select count(*)::int from event_counters where environment_id = ${environmentId}) as counters`);
  return rows[0];
}

it('RES-34, RES-41: all rows of deleted phases and environments are removed, however many, and no others', async () => {
  const { sql } = database;
  const [phaseId, environmentId] = [newId(), newId()];
  await addRows(phaseId, environmentId, MANY);
  await addRows(alive.phaseId, alive.environmentId, 2);
  await endLargeDeletes(sql, ['exposures', 'metric_events', 'event_counters']);
  let runs = 1;
  while (!(await sweepGone(sql, { statementsAtOnce: 4 }))) runs += 1;
  expect(runs).toBeGreaterThan(1);
  expect(await rowsOf(phaseId, environmentId)).toEqual({ exposures: 0, events: 0, counters: 0 });
  expect(await rowsOf(alive.phaseId, alive.environmentId)).toEqual({
    exposures: 2,
    events: 2,
    counters: 2,
  });
});

it('FAIR-25: wrong assignments that 0.2.0 counted by their texts are removed once they are 25 hours old, and no other counter', async () => {
  const { sql } = database;
  const environmentId = newId();
  const old = 'p1 ["a","b"]';
  const counted = ['p1 ["1","0","ix"]', old, 'p1 ["made up, \\"ix\\"]","b"]'];
  for (const hours of [24, 26, 500]) {
    for (const [kind, codes] of [
      ['WRONG', counted],
      ['EVENT', ['purchase']],
    ] as const) {
      for (const code of codes) {
        await sql.execute(raw`
          insert into event_counters (environment_id, hour, kind, code, count)
          values (${environmentId}, now() - make_interval(hours => ${hours}), ${kind}, ${code}, 1)`);
      }
    }
  }
  const since = await sweepOldWrong(sql, new Date(0), { rowsAtOnce: 1 });
  const { rows } = await sql.execute<{ code: string; count: number }>(raw`
    select code, count(*)::int as count from event_counters
    where environment_id = ${environmentId} group by code order by code`);
  expect(Object.fromEntries(rows.map(({ code, count }) => [code, count]))).toEqual({
    purchase: 3,
    [counted[0] ?? '']: 3,
    [old]: 1,
    [counted[2] ?? '']: 1,
  });
  expect(since.getTime()).toBeLessThan(Date.now() - 24 * 60 * 60_000);
});

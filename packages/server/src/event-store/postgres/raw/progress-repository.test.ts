import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAnalysesOfPhases } from '../../../analyses/analysis-repository.ts';
import { type LoneConnection, openConnection } from '../../../platform/database/connection.ts';
import { openMeasuredShop } from '../../../testing/measured-shop.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import { findEventKeys } from '../../ingest/event-key-repository.ts';
import { readEventUsers, readProgress } from './progress-repository.ts';

const USERS = 500;

let database: TestDatabase;
/** The only connection of these tests, because its statistics say what it read. */
let connection: LoneConnection;
let phaseId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = await openConnection(database.url);
  const { sql } = connection;
  const server = await startTestServer({ DATABASE_URL: database.url });
  const shop = await openMeasuredShop(server);
  const { phases } = await shop.start();
  phaseId = phases[0]?.id ?? '';
  const keys = await findEventKeys(sql, { applicationId: shop.application.id, isTrusted: true }, [
    'purchase',
  ]);
  // No server counts beside these tests.
  await server.close();
  const { environmentId } = shop;
  await sql.execute(raw`select make_event_day((now() at time zone 'UTC')::date)`);
  // The statistics know earlier phases, and none of these users.
  await sql.execute(raw`alter table exposures set (autovacuum_enabled = false)`);
  await sql.execute(raw`
    insert into exposures (phase_id, unit, first_at, bucket, value_ix, carried)
    select md5((number % 4)::text)::uuid, md5(number::text)::uuid, now(), 0, 0, false
    from generate_series(1, 20000) number`);
  await sql.execute(raw`analyze`);
  await sql.execute(raw`
    insert into metric_events (environment_id, event_id, unit, at, day, event_key_id, trusted, skewed)
    select ${environmentId}::uuid, gen_random_uuid(), gen_random_uuid(), now() - interval '1 minute',
      (now() at time zone 'UTC')::date, ${keys.get('purchase')?.id ?? 0}::int, true, false
    from generate_series(1, ${USERS}::int)`);
  await sql.execute(raw`
    insert into exposures (phase_id, unit, first_at, bucket, value_ix, carried)
    select ${phaseId}::uuid, unit, now(), 0, 0, false from metric_events`);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** How many rows were read, through indexes and from tables. */
async function rowsRead(): Promise<number> {
  await connection.client.query('select pg_stat_force_next_flush()');
  const { rows } = await connection.client.query(`
    select (select sum(idx_tup_read) from pg_stat_user_indexes)
      + (select sum(seq_tup_read) from pg_stat_user_tables) as read`);
  return Number(rows[0].read);
}

/** The phase of these tests, as the questions about its goal name it. */
async function goalOfPhase() {
  const [analysis] = await readAnalysesOfPhases(connection.sql, [phaseId]);
  const [phase] = analysis?.phases ?? [];
  const goal = analysis?.metrics.find(({ role }) => role === 'GOAL');
  if (analysis === undefined || phase === undefined || goal === undefined) {
    throw new Error('nothing is measured');
  }
  const { appId, envId } = analysis;
  return { appId, envId, phase, goal };
}

it('RES-76: the times of the goal’s events are found without reading all events once for each user, even while PostgreSQL has no statistics of the phase', async () => {
  const asked = await goalOfPhase();
  const before = await rowsRead();
  const { count, progress } = await readProgress(connection.sql, asked);
  expect((await rowsRead()) - before).toBeLessThan(20 * USERS);
  expect(count).toBe(USERS);
  expect(progress).toMatchObject({ unitEvents: USERS, countedEvents: 0, skewedEvents: 0 });
});

it('RES-76: whose events they are is found without reading all exposures once for each event', async () => {
  const asked = await goalOfPhase();
  const phase = { ...asked.phase, startedAt: new Date(Date.now() - 60 * 60_000) };
  const before = await rowsRead();
  expect(await readEventUsers(connection.sql, { ...asked, phase })).toEqual({
    users: USERS,
    matching: USERS,
  });
  expect((await rowsRead()) - before).toBeLessThan(20 * USERS);
});

import { randomUUID } from 'node:crypto';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoneConnection, openConnection } from '../../platform/database/connection.ts';
import { openMeasuredShop } from '../../testing/measured-shop.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { EventStore } from '../event-store.ts';
import { findEventKeys } from '../ingest/event-key-repository.ts';
import { openPostgresEventStore } from './postgres-event-store.ts';
import { rollUp } from './roll-up.ts';

const RAW_SINCE = new Date(0);
const SHOWN = { bucket: 0, valueIx: 0, carried: false, segments: null };

let database: TestDatabase;
let connection: LoneConnection;
let store: EventStore;
let place: { readonly environmentId: string; readonly phaseId: string; readonly keyId: number };

beforeAll(async () => {
  database = await createTestDatabase();
  connection = await openConnection(database.url);
  store = openPostgresEventStore(connection.sql);
  const server = await startTestServer({ DATABASE_URL: database.url });
  const shop = await openMeasuredShop(server);
  const { phases } = await shop.start({ goal: { metricId: shop.metricId, cuped: true } });
  const keys = await findEventKeys(
    connection.sql,
    { applicationId: shop.application.id, isTrusted: true },
    ['purchase'],
  );
  const { environmentId } = shop;
  place = { environmentId, phaseId: phases[0]?.id ?? '', keyId: keys.get('purchase')?.id ?? 0 };
  // No server counts beside these tests.
  await server.close();
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** Adds a user with an exposure at `firstAt` and an event at `didAt`. */
async function add(firstAt: string, didAt: string): Promise<void> {
  const { environmentId, phaseId, keyId: eventKeyId } = place;
  const user = { environmentId, unit: randomUUID() };
  const at = new Date(didAt);
  const event = { day: didAt.slice(0, 10), eventId: randomUUID(), eventKeyId, at };
  await store.append({
    exposures: [{ ...user, ...SHOWN, phaseId, at: new Date(firstAt) }],
    events: [{ ...user, ...event, value: null, trusted: true, skewed: false }],
  });
  while ((await rollUp(connection.sql, RAW_SINCE))?.isMore !== false);
}

it('tests use a PostgreSQL whose time zone is not UTC', async () => {
  const { rows } = await connection.sql.execute<{ midnight: boolean }>(raw`
    select '2026-05-04T00:00Z'::timestamptz = '2026-05-04'::date as midnight`);
  expect(rows).toEqual([{ midnight: false }]);
});

it('RES-42: a day is a UTC day from its first moment to its last, whatever the time zone of PostgreSQL', async () => {
  await add('2026-05-04T00:00:00.000Z', '2026-05-04T00:00:01Z');
  await add('2026-05-04T23:59:59.999Z', '2026-05-05T00:00:01Z');
  const counted = (await store.exposureCounts(place.phaseId)).map(({ cohortDay, units }) => ({
    cohortDay,
    units,
  }));
  expect(counted).toEqual([{ cohortDay: '2026-05-04', units: 2 }]);
  const [cohort] = [...(await store.moments(place.phaseId)).values()].flat();
  expect(cohort).toMatchObject({
    cohortDay: '2026-05-04',
    moments: { n: 2, positive: 2, mean: 1 },
  });
});

it('RES-19: a day of the look-back has 24 hours, also in the week when summer time begins in the time zone of PostgreSQL', async () => {
  await add('2026-03-15T12:00:00Z', '2026-03-01T12:30:00Z');
  const cohorts = [...(await store.moments(place.phaseId)).values()].flat();
  const cohort = cohorts.find(({ cohortDay }) => cohortDay === '2026-03-15');
  expect(cohort?.moments).toMatchObject({ n: 1, positive: 0, x: { mean: 1 } });
});

import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/base/ids.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { exposures } from '../../tables/events.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { NewEvent, NewExposure } from '../event-store.ts';
import { appendBatch } from './append-repository.ts';
import { markBots } from './figures-repository.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, () => {});
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const environmentId = newId();
const [first, last] = [
  '00000000-0000-4000-8000-000000000001',
  'ffffffff-ffff-4fff-bfff-ffffffffffff',
] as const;

function exposure(phaseId: string, unit: string, at: string): NewExposure {
  const more = { bucket: 0, valueIx: 0, carried: false, segments: null };
  return { phaseId, environmentId, unit, at: new Date(at), ...more };
}

const events = (unit: string): NewEvent[] =>
  Array.from({ length: 1_001 }, () => ({
    environmentId,
    eventId: newId(),
    day: '2026-03-02',
    unit,
    eventKeyId: 1,
    at: new Date('2026-03-02T12:00:00Z'),
    value: null,
    trusted: true,
    skewed: false,
  }));

/** Waits until a session waits for a lock. */
async function waitsForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await database.sql.execute(raw`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows.length;
    })
    .toBe(1);
}

/** Stores the earlier of two rows, waits until `other` waits for it, and goes on to the later one. */
async function storeBeside(rows: readonly NewExposure[], other: () => Promise<unknown>) {
  let beside: Promise<unknown> = Promise.resolve();
  const stored = database.sql.transaction(async (inside: Sql) => {
    const [one, two] = rows;
    await appendBatch(inside, { exposures: one ? [one] : [], events: [] });
    beside = other();
    await waitsForLock();
    await appendBatch(inside, { exposures: two ? [two] : [], events: [] });
  });
  await Promise.all([stored, stored.then(() => beside)]);
}

test('RES-42: marking bots waits for a transaction that stores their exposures, without a deadlock', async () => {
  const phaseId = newId();
  const units = [last, first];
  await appendBatch(database.sql, { exposures: [], events: units.flatMap(events) });
  for (const unit of units) {
    const one = exposure(phaseId, unit, '2026-03-02T10:00:00Z');
    await appendBatch(database.sql, { exposures: [one], events: [] });
  }
  const earlier = [first, last].map((unit) => exposure(phaseId, unit, '2026-03-02T09:00:00Z'));
  await storeBeside(earlier, () =>
    database.sql.transaction((inside) =>
      markBots(inside, environmentId, { phaseIds: [phaseId], units: `{${units.join()}}` }),
    ),
  );
  expect(await database.sql.$count(exposures, raw`phase_id = ${phaseId} and bot`)).toBe(2);
});

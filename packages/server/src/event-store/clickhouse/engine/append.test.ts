import { randomUUID } from 'node:crypto';
import { sql as raw } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../../platform/base/log.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import {
  type ClickHouseServer,
  startClickHouse,
} from '../../../testing/clickhouse/clickhouse-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import type { EventStore, NewEvent, NewExposure } from '../../event-store.ts';
import { type ClickHouse, openClickHouse } from '../clickhouse.ts';
import { openClickHouseEventStore } from '../clickhouse-event-store.ts';
import { keptAwake } from '../kept-awake.ts';
import { makeTables } from '../tables.ts';

/** `CRASH_ROUNDS=200 npm run test:clickhouse` proves SCL-93 in full. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 12);
const MINUTE_MS = 60_000;

let server: ClickHouseServer;
let clickhouse: ClickHouse;
let testDatabase: TestDatabase;
let database: Database;
let store: EventStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, () => {});
  server = await startClickHouse();
  clickhouse = await openClickHouse(server.url, createLog('silent'));
  await makeTables(clickhouse);
  store = openClickHouseEventStore(database.sql, { clickhouse, keptDays: 35 });
});
beforeEach(() => {
  environmentId = randomUUID();
});
afterEach(() => server.recover());
afterAll(async () => {
  await clickhouse.close();
  await server.close();
  await database.close();
  await testDatabase.drop();
});

let environmentId = randomUUID();
const at = new Date(Date.now() - 60 * MINUTE_MS);

function event(more: Partial<NewEvent> = {}): NewEvent {
  return {
    environmentId,
    eventId: randomUUID(),
    day: at.toISOString().slice(0, 10),
    unit: randomUUID(),
    eventKeyId: 1,
    at,
    value: null,
    trusted: true,
    skewed: false,
    ...more,
  };
}

function exposure(more: Partial<NewExposure> = {}): NewExposure {
  return {
    phaseId: randomUUID(),
    environmentId,
    unit: randomUUID(),
    bucket: 0,
    valueIx: 0,
    carried: false,
    at,
    segments: null,
    ...more,
  };
}

interface Stored {
  readonly id: string;
  readonly value: number | null;
  readonly at_ms: number;
}

/** Sends events until they are acknowledged, as every client does. */
async function storeAll(events: readonly NewEvent[]): Promise<void> {
  for (;;) {
    const isStored = await store.append({ exposures: [], events }).then(
      () => true,
      () => false,
    );
    if (isStored) return;
  }
}

/** All that the environment of the test has. */
function stored(): Promise<Stored[]> {
  return clickhouse.read<Stored>(
    `select toString(event_id) as id, value, toUnixTimestamp64Milli(at) as at_ms
      from comporta_events final where environment_id = {environment:UUID} order by id`,
    { environment: environmentId },
  );
}

function idsOf(events: readonly NewEvent[]): string[] {
  return events.map(({ eventId }) => eventId).sort();
}

it('SCL-40, SCL-41: an event that comes again counts once and stays as it first was, also with another corrected time', async () => {
  const first = event({ value: 1 });
  const again = { ...first, value: 2, at: new Date(at.getTime() + 5 * MINUTE_MS), skewed: true };
  for (const one of [first, again, first]) await store.append({ exposures: [], events: [one] });
  expect(await stored()).toEqual([{ id: first.eventId, value: 1, at_ms: at.getTime() }]);
});

it('SCL-41: the events of more than a hundred days are stored at once, as a file may have them', async () => {
  const events = Array.from({ length: 101 }, (_, days) => {
    const then = new Date(at.getTime() - days * 24 * 60 * MINUTE_MS);
    return event({ at: then, day: then.toISOString().slice(0, 10) });
  });
  await storeAll(events);
  expect(await stored()).toHaveLength(events.length);
});

it.each(['DROPS_ANSWER', 'BREAKS_ANSWER', 'REFUSES', 'TOO_MANY_PARTS', 'SILENT'] as const)(
  'SCL-41, RES-45: a call that suffers %s is not acknowledged; sent again it is stored once',
  async (mishap) => {
    const batch = {
      exposures: [exposure(), exposure()],
      events: Array.from({ length: 20 }, () => event()),
    };
    for (const table of ['comporta_exposures', 'comporta_events']) {
      server.suffer(mishap, `INSERT INTO ${table}`, 1);
      // An insert has no content to break: its answer is empty.
      const outcome = await store.append(batch).then(
        () => 'STORED',
        (error: unknown) => error,
      );
      if (mishap === 'BREAKS_ANSWER') continue;
      expect(outcome).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    server.recover();
    await store.append(batch);
    expect((await stored()).map(({ id }) => id)).toEqual(idsOf(batch.events));
    const [exposed] = await clickhouse.read<{ count: number }>(
      'select count() as count from comporta_exposures final where phase_id in {phases:Array(UUID)}',
      { phases: batch.exposures.map(({ phaseId }) => phaseId) },
    );
    expect(exposed?.count).toBe(2);
  },
);

it('SCL-41: a question whose answer breaks in the middle fails, and does not give half of the rows', async () => {
  server.suffer('BREAKS_ANSWER', '', 1);
  const asked = clickhouse.read<{ number: number }>('select number from numbers(100000)');
  await expect(asked).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

it('SCL-41, FAIR-22: rows that the engine refuses are told from a store that is away', async () => {
  const refused = store.append({ exposures: [], events: [event({ unit: 'nobody' })] });
  await expect(refused).rejects.not.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

it('SCL-44: a transaction that waits for ClickHouse for long is kept, though its connection would be taken for lost', async () => {
  const waited = database.sql.transaction((inside) =>
    keptAwake(inside, async () => {
      for (let n = 0; n < 4; n += 1) await clickhouse.read('select sleep(3)');
      return (await inside.execute(raw`select 1 as one`)).rows;
    }),
  );
  expect(await waited).toEqual([{ one: 1 }]);
});

it(`SCL-93, RES-95: the engine is killed ${ROUNDS} times while events are stored: each that was acknowledged is there once`, async () => {
  const all: NewEvent[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const batches = Array.from({ length: 4 }, () => Array.from({ length: 50 }, () => event()));
    all.push(...batches.flat());
    const storing = Promise.all(batches.map(storeAll));
    await server.kill();
    await storing;
    if (round % 2 === 0) await server.kill();
  }
  expect((await stored()).map(({ id }) => id)).toEqual(idsOf(all));
});

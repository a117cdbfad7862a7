import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { sql as raw } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { createLog } from '../platform/base/log.ts';
import { WrongSettings } from '../platform/config/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { claimForClickHouse, readEventPlace } from './event-place-repository.ts';
import type { NewEvent, NewExposure } from './event-store.ts';
import { openOtherStore } from './open-other-store.ts';
import { openPostgresEventStore } from './postgres/postgres-event-store.ts';

const ROOT = new URL('../../../../', import.meta.url).href;

let testDatabase: TestDatabase;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, () => {});
});
afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

const at = new Date();
const event = (): NewEvent => ({
  environmentId: newId(),
  eventId: newId(),
  day: at.toISOString().slice(0, 10),
  unit: newId(),
  eventKeyId: 1,
  at,
  value: null,
  trusted: true,
  skewed: false,
});
const exposure = (): NewExposure => ({
  phaseId: newId(),
  environmentId: newId(),
  unit: newId(),
  bucket: 0,
  valueIx: 0,
  carried: false,
  at,
  segments: null,
});

async function oldestProgram(): Promise<unknown> {
  const { rows } = await database.sql.execute(raw`select oldest_program from compatibility`);
  return rows[0]?.oldest_program;
}

it('RES-44, SCL-48: where nothing was ever stored, ClickHouse is the place at once, and older programs save nothing any more', async () => {
  const { sql } = database;
  expect(await readEventPlace(sql)).toBe('POSTGRES');
  expect(await claimForClickHouse(sql)).toBe('CLICKHOUSE');
  expect(await claimForClickHouse(sql)).toBe('CLICKHOUSE');
  expect(await readEventPlace(sql)).toBe('CLICKHOUSE');
  expect(await oldestProgram()).toBe('0.3.0');
});

it.each([
  ['an event', { exposures: [], events: [event()] }],
  ['an exposure', { exposures: [exposure()], events: [] }],
])('SCL-48: where there is %s in PostgreSQL, it stays the place', async (_, batch) => {
  const { sql } = database;
  const before = await oldestProgram();
  await openPostgresEventStore(sql).append(batch);
  expect(await claimForClickHouse(sql)).toBe('POSTGRES');
  expect(await oldestProgram()).toBe(before);
  await openPostgresEventStore(sql).append({ exposures: [exposure()], events: [event()] });
});

it('SCL-48: once ClickHouse is the place, no program stores in PostgreSQL, where nobody would count it: it answers 503', async () => {
  const { sql } = database;
  await claimForClickHouse(sql);
  for (const batch of [
    { exposures: [exposure()], events: [] },
    { exposures: [], events: [event()] },
  ]) {
    const failure = await openPostgresEventStore(sql)
      .append(batch)
      .catch((error: unknown) => error);
    expect(rejectionOfDatabaseError(failure)?.code).toBe('SERVICE_UNAVAILABLE');
  }
});

it('SCL-48: a claim waits for a transaction that stores events, and finds them', async () => {
  const { sql } = database;
  let claimed: Promise<unknown> = Promise.resolve();
  await sql.transaction(async (inside) => {
    await openPostgresEventStore(inside).append({ exposures: [exposure()], events: [] });
    claimed = claimForClickHouse(sql);
    await expect
      .poll(async () => {
        const { rows } = await sql.execute(raw`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length;
      })
      .toBe(1);
  });
  expect(await claimed).toBe('POSTGRES');
});

it('RES-44, SCL-48: without EVENTS_URL events are in PostgreSQL; a start without it is refused once they are not', async () => {
  const { sql } = database;
  const opening = {
    config: { eventsUrl: undefined, eventsKeptDays: 35 },
    sql,
    log: createLog('silent'),
  };
  expect(await openOtherStore(opening)).toBeUndefined();
  await claimForClickHouse(sql);
  const refusal = await openOtherStore(opening).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(WrongSettings);
});

it('SCL-46, RES-44: a node starts while ClickHouse is away once the events are there, and answers events 503; before that it says what is wrong', async () => {
  const { sql } = database;
  const opening = {
    config: { eventsUrl: 'clickhouse://127.0.0.1:1/events', eventsKeptDays: 35 },
    sql,
    log: createLog('silent'),
  };
  await expect(openOtherStore(opening)).rejects.toThrow(/cannot be used: .*Check EVENTS_URL/);
  expect(await readEventPlace(sql)).toBe('POSTGRES');
  await claimForClickHouse(sql);
  const other = await openOtherStore(opening);
  const stored = other?.on(sql).append({ exposures: [], events: [event()] });
  await expect(stored).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await other?.close();
});

/** A server that says which version it is, whatever it is asked. */
async function serverOfVersion(version: string) {
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => response.end(`${JSON.stringify({ version })}\n`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return {
    eventsUrl: `clickhouse://127.0.0.1:${port}/events`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

it.each([
  ['24.12.1.1', false],
  ['25.7.9.1', false],
  ['25.8.1.1', true],
  ['25.10.1.1', true],
  ['26.1.1.1', true],
])(
  'RES-44: ClickHouse %s may be used: %s; one that is older than 25.8 is named and nothing is claimed',
  async (version, isUsable) => {
    const { sql } = database;
    const server = await serverOfVersion(version);
    const config = { eventsUrl: server.eventsUrl, eventsKeptDays: 35 };
    try {
      const opened = openOtherStore({ config, sql, log: createLog('silent') });
      if (isUsable) {
        await (await opened)?.close();
      } else {
        const refusal = await opened.catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(WrongSettings);
        expect(String(refusal)).toContain(`25.8 or later; this is ${version}`);
      }
      expect(await readEventPlace(sql)).toBe(isUsable ? 'CLICKHOUSE' : 'POSTGRES');
    } finally {
      server.close();
    }
  },
);

it('RES-44: nothing of ClickHouse is loaded by a service without EVENTS_URL', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(new URL('../app.ts', import.meta.url).href)});
    const { openOtherStore } = await import(${JSON.stringify(new URL('open-other-store.ts', import.meta.url).href)});
    const sql = { select: () => ({ from: () => [{ state: 'POSTGRES' }] }) };
    await openOtherStore({ config: {}, sql });
    console.log(JSON.stringify(loaded));
    process.exit();`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    maxBuffer: 2 ** 24,
  });
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded.some((url) => url.endsWith('/event-store/open-other-store.ts'))).toBe(true);
  // The checkout itself may be in a folder of this name.
  const inside = loaded.map((url) => url.replace(ROOT, ''));
  expect(inside.filter((url) => /clickhouse/i.test(url))).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { phases } from '../../tables/analyses.ts';
import { createEnvironmentKey } from '../../testing/builders.ts';
import { dumpOf } from '../../testing/dump-of.ts';
import { type MeasuredShop, openMeasuredShop } from '../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { findEventKeys } from '../ingest/event-key-repository.ts';
import { openPostgresEventStore } from './postgres-event-store.ts';
import { rollUp } from './roll-up.ts';
import { dropOldDays, makeNextDays } from './sweep-repository.ts';

let server: TestServer;
let shop: MeasuredShop;

const DAY_MS = 24 * 60 * 60_000;
const KEPT_DAYS = 35;
const UID = 'ana.souza@example.com';

beforeAll(async () => {
  server = await startTestServer();
  shop = await openMeasuredShop(server);
  await shop.start();
  await shop.exposeAll([UID]);
  await shop.track([UID]);
  await shop.count();
});
afterAll(() => server.close());

async function days(): Promise<string[]> {
  const { rows } = await server.database.sql.execute<{ part: string }>(raw`
    select c.relname as part from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'metric_events'::regclass order by part`);
  return rows.map(({ part }) => part.replace('metric_events_', ''));
}

/** Retries, because the service itself may be reading events at that moment. */
async function dropDays(): Promise<void> {
  await vi.waitFor(() => dropOldDays(server.database.sql, KEPT_DAYS), { timeout: 10_000 });
}

function dayIn(count: number): string {
  const day = new Date(Date.now() + count * DAY_MS);
  return day.toISOString().slice(0, 10).replaceAll('-', '');
}

async function positives(): Promise<number> {
  const { metrics } = await shop.results();
  return (metrics[0]?.values ?? []).reduce((sum, { positive }) => sum + positive, 0);
}

it('RES-41, RES-34: days are made a week ahead, and dropped when they are no longer kept; the counts stay', async () => {
  const { sql } = server.database;
  for (const count of [-KEPT_DAYS - 1, -KEPT_DAYS]) {
    await sql.execute(raw`select make_event_day((now() at time zone 'UTC')::date + ${count}::int)`);
  }
  await makeNextDays(sql);
  await dropDays();
  const kept = await days();
  expect(kept).toEqual(expect.arrayContaining([dayIn(-KEPT_DAYS), dayIn(0), dayIn(7)]));
  expect(kept).not.toContain(dayIn(-KEPT_DAYS - 1));

  await sql.execute(raw`select drop_event_days((now() at time zone 'UTC')::date + 1)`);
  expect(await days()).not.toContain(dayIn(0));
  await shop.count();
  expect(await positives()).toBe(1);
});

it('RES-19, RES-34: events before the exposure still adjust the figures when their days are dropped, also for users who return', async () => {
  const { sql } = server.database;
  const other = await openMeasuredShop(server);
  const { phases } = await other.start({ goal: { metricId: other.metricId, cuped: true } });
  const phaseId = phases[0]?.id ?? '';
  const keys = await findEventKeys(sql, { applicationId: other.application.id, isTrusted: true }, [
    'purchase',
  ]);
  const store = openPostgresEventStore(sql);
  const { environmentId } = other;
  const buyer = { environmentId, unit: randomUUID() };
  const visitor = { environmentId, unit: randomUUID() };
  const did = (user: typeof buyer, days: number) => {
    const at = new Date(Date.now() - days * DAY_MS);
    const event = {
      eventId: randomUUID(),
      eventKeyId: keys.get('purchase')?.id ?? 0,
      at,
      value: null,
    };
    return { ...user, ...event, day: at.toISOString().slice(0, 10), trusted: true, skewed: false };
  };
  const at = new Date(Date.now() - 30 * DAY_MS);
  const shown = { phaseId, bucket: 0, valueIx: 0, carried: false, segments: null, at };
  const exposures = [buyer, visitor].map((user) => ({ ...user, ...shown }));
  await store.append({ exposures, events: [did(buyer, 38), did(visitor, 38), did(buyer, 29)] });
  const cohorts = async () => {
    await other.count();
    return [...(await store.moments(phaseId)).values()].flat().map(({ moments }) => moments);
  };
  const before = await cohorts();
  expect(before).toMatchObject([{ n: 2, positive: 1, x: { mean: 1 } }]);
  await dropDays();
  await store.append({ exposures: [], events: [did(buyer, 0), did(visitor, 0)] });
  expect(await cohorts()).toEqual(before);
});

it('RES-41: a missing day is made by the transaction that writes into it', async () => {
  const at = new Date(Date.now() - 3 * DAY_MS).toISOString();
  expect(await days()).not.toContain(dayIn(-3));
  const { body } = await shop.send([{ type: 'track', id: 'late', key: 'purchase', uid: UID, at }]);
  expect(body).toMatchObject({ accepted: 1 });
  expect(await days()).toContain(dayIn(-3));
});

it('RES-41: a day that two nodes make at once is made once, and both go on', async () => {
  const { sql } = server.database;
  const at = new Date(Date.now() - 5 * DAY_MS);
  const event = { type: 'track', id: 'at once', key: 'purchase', uid: UID, at: at.toISOString() };
  const sent = sql.transaction(async (inside) => {
    await inside.execute(raw`select make_event_day(${at.toISOString().slice(0, 10)}::date)`);
    const sending = shop.send([event]);
    await vi.waitFor(async () => {
      const waiting = raw`select from pg_locks where locktype = 'advisory' and not granted`;
      expect((await inside.execute(waiting)).rowCount).toBe(1);
    }, 30_000);
    return { sending };
  });
  expect(await (await sent).sending).toMatchObject({ status: 200, body: { accepted: 1 } });
});

it('RES-42: while one node counts, no other does; events that arrive meanwhile are counted next', async () => {
  const { sql } = server.database;
  await sql.transaction(async (inside) => {
    // The service also counts by itself, as soon as there is something to count.
    await expect.poll(() => rollUp(inside, new Date(0))).toBeDefined();
    await shop.exposeAll(['bea', 'caio']);
    expect(await rollUp(sql, new Date(0))).toBeUndefined();
  });
  await shop.count();
  const { values } = await shop.results();
  expect(values.reduce((sum, { users }) => sum + users, 0)).toBe(3);
});

it('RES-42: counting does not wait for a transaction that saves a phase, and updates its time the next time', async () => {
  const { sql } = server.database;
  const asOf = async () => (await shop.results()).asOf;
  const before = await sql.transaction(async (inside) => {
    const ofShop = eq(phases.environmentId, shop.environmentId);
    await inside.select({ id: phases.id }).from(phases).where(ofShop).for('no key update');
    const known = await asOf();
    await shop.count();
    expect(await asOf()).toBe(known);
    return known;
  });
  await shop.count();
  expect(await asOf()).not.toBe(before);
});

it('RES-34: user ids are not stored, and users stay the same units after the key was replaced', async () => {
  const key = await createEnvironmentKey(server, shop.environmentId);
  const before = await shop.results();
  const at = new Date().toISOString();
  const shown = { type: 'exposure', toggle: shop.experiment.toggleName, uid: UID, at };
  const value = await shop.givenTo(UID);
  const { body: reported } = await shop.send([{ ...shown, value }], {}, key);
  expect(reported).toMatchObject({ accepted: 0, duplicates: 1, rejected: [] });
  expect((await shop.results()).values).toEqual(before.values);
  const dump = await dumpOf(server.database.sql);
  expect(dump).toContain('purchase');
  expect(dump).not.toContain(UID);
  const { rows } = await server.database.sql.execute<{ secret: string }>(
    raw`select secret from unit_secrets where environment_id = ${shop.environmentId}`,
  );
  const secret = rows[0]?.secret ?? '';
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  const document = `/api/apps/${shop.application.id}/export`;
  const { status, body } = await server.call<object>('GET', document, { token: shop.admin.token });
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain(secret);
});

it('RES-94: an exposure that never moved has no second time', async () => {
  const { rows } = await server.database.sql.execute<{ moved: boolean }>(raw`
    select touched_at is not null as moved from exposures`);
  expect(new Set(rows.map(({ moved }) => moved))).toEqual(new Set([false]));
});

import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import type { EventKey } from '@comporta/contract/metrics/event-key-api';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rememberFacts } from '../event-store/ingest/known-facts.ts';
import { sweepEventKeys } from '../event-store/postgres/sweep-event-keys.ts';
import { eventCounters, eventKeys } from '../tables/events.ts';
import { metrics } from '../tables/metrics.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const DAY_MS = 24 * 60 * 60_000;

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

let sent = 0;
const track = (key: string) => {
  sent += 1;
  const at = new Date().toISOString();
  return { type: 'track', id: `event-${sent}`, key, uid: 'ana', at };
};
const made = (name: string, count: number) =>
  Array.from({ length: count }, (_, place) => track(`${name}-${place}`));
const asPage = (...keys: string[]) => shop.send(keys.map(track), {}, shop.clientKey);
const asServer = (...keys: string[]) => shop.send(keys.map(track));

const path = () => `/api/apps/${shop.application.id}/event-keys`;
async function list(): Promise<readonly EventKey[]> {
  const { body } = await server.call<EventKey[]>('GET', path(), { token: shop.admin.token });
  return body;
}
const remove = (key: string) =>
  server.call<{ error_code: string; meta_data: object }>('DELETE', `${path()}/${key}`, {
    token: shop.admin.token,
  });

/** As of another node, which has not read the list of keys yet. */
function onAnotherNode(keys: readonly string[], isTrusted: boolean) {
  const facts = rememberFacts(server.database.sql, server.database.pulse);
  return facts.eventKeys({ applicationId: shop.application.id, isTrusted }, new Set(keys));
}

describe('who introduces event keys', () => {
  it('HOS-03, FAIR-26: a page introduces 20 keys; the keys of servers and of metrics are accepted after that', async () => {
    await server.database.sql.update(metrics).set({ eventKey: 'of-a-metric' });
    const junk = await shop.send(made('junk', 250), {}, shop.clientKey);
    expect(junk.body.accepted).toBe(20);
    expect(junk.body.rejected.map(({ code }) => code)).toEqual(Array(230).fill('TOO_MANY_KEYS'));
    expect((await asServer('refund')).body).toMatchObject({ accepted: 1, rejected: [] });
    expect((await asPage('of-a-metric')).body).toMatchObject({ accepted: 1, rejected: [] });
    expect((await asPage('refund')).body).toMatchObject({ accepted: 1, rejected: [] });
    expect((await asPage('one-more')).body.rejected).toEqual([{ index: 0, code: 'TOO_MANY_KEYS' }]);
    const listed = await list();
    expect(listed.filter(({ introducedBy }) => introducedBy === 'CLIENT')).toHaveLength(20);
  });

  it('FAIR-26: servers introduce 200 keys beside those of pages and of metrics', async () => {
    await server.database.sql.update(metrics).set({ eventKey: 'of-a-metric' });
    await shop.send(made('junk', 20), {}, shop.clientKey);
    const { body } = await shop.send([...made('own', 201), track('of-a-metric')]);
    expect(body.accepted).toBe(201);
    expect(body.rejected).toEqual([{ index: expect.any(Number), code: 'TOO_MANY_KEYS' }]);
  });

  it('FAIR-26: a key of a page is a key of servers once a server or a metric uses it, and makes room', async () => {
    await shop.send(made('page', 20), {}, shop.clientKey);
    await asServer('page-0');
    await server.call('POST', `/api/apps/${shop.application.id}/metrics`, {
      token: shop.admin.token,
      body: { key: 'second', name: 'Second', kind: 'CONVERSION', eventKey: 'page-1' },
    });
    const of = new Map((await list()).map(({ key, introducedBy }) => [key, introducedBy]));
    expect([of.get('page-0'), of.get('page-1'), of.get('page-2')]).toEqual([
      'SERVER',
      'SERVER',
      'CLIENT',
    ]);
    expect((await asPage('a', 'b', 'c')).body.accepted).toBe(2);
  });
});

describe('DELETE /api/apps/:appId/event-keys/:key', () => {
  it('FAIR-27: deletes a key; a server brings it back, a page does not', async () => {
    await asServer('old', 'other');
    expect((await remove('old')).status).toBe(204);
    expect((await remove('old')).status).toBe(404);
    expect((await list()).map(({ key }) => key)).toEqual(['other']);
    expect([...(await onAnotherNode(['old'], false)).keys()]).toEqual(['other']);
    expect([...(await onAnotherNode(['old'], true)).keys()].sort()).toEqual(['old', 'other']);
    expect((await list()).map(({ key }) => key)).toEqual(['old', 'other']);
  });

  it('FAIR-27: EVENT_KEY_IN_USE names the metrics; the deletion is in the audit log', async () => {
    await server.database.sql
      .update(metrics)
      .set({ key: 'bought', eventKey: 'purchase' })
      .where(eq(metrics.id, shop.metricId));
    await asServer('purchase', 'old');
    const refused = await remove('purchase');
    expect(refused).toMatchObject({ status: 409, body: { error_code: 'EVENT_KEY_IN_USE' } });
    expect(refused.body.meta_data).toEqual({ items: [{ id: shop.metricId, key: 'bought' }] });
    await remove('old');
    const log = `/api/apps/${shop.application.id}/audit-logs?entity=eventKey`;
    const { body } = await server.call<AuditPage>('GET', log, { token: shop.admin.token });
    expect(body.items).toEqual([
      expect.objectContaining({
        action: 'DELETED',
        headline: expect.stringContaining('deleted event key “old”'),
        entity: { type: 'eventKey', id: expect.any(String), name: 'old' },
      }),
    ]);
  });

  it('FAIR-27: a key that a running analysis still measures cannot be deleted, even if its metric was changed', async () => {
    const { sql } = server.database;
    await sql.update(metrics).set({ eventKey: 'purchase' }).where(eq(metrics.id, shop.metricId));
    await shop.start();
    await sql.update(metrics).set({ eventKey: 'other' }).where(eq(metrics.id, shop.metricId));
    await asServer('purchase');
    expect((await remove('purchase')).status).toBe(409);
  });
});

it('FAIR-27: the sweep ends keys of pages after 7 days without an event and those of servers after 90, not those of metrics', async () => {
  const { sql } = server.database;
  await sql.update(metrics).set({ eventKey: 'measured-99' }).where(eq(metrics.id, shop.metricId));
  const aged = async (key: string, introducedBy: EventKey['introducedBy'], days: number) => {
    const createdAt = new Date(Date.now() - 100 * DAY_MS);
    const applicationId = shop.application.id;
    await sql.insert(eventKeys).values({ applicationId, key, introducedBy, createdAt });
    const hour = new Date(Date.now() - days * DAY_MS);
    const counted = { hour, kind: 'EVENT', code: key, count: 1 };
    await sql.insert(eventCounters).values({ environmentId: shop.environmentId, ...counted });
  };
  await aged('measured-99', 'SERVER', 99);
  await aged('server-80', 'SERVER', 80);
  await aged('server-91', 'SERVER', 91);
  await aged('page-6', 'CLIENT', 6);
  await aged('page-8', 'CLIENT', 8);
  await sql.insert(eventKeys).values({ applicationId: shop.application.id, key: 'young' });
  await sweepEventKeys(sql);
  const keys = (await list()).map(({ key }) => key);
  expect(keys).toEqual(['measured-99', 'page-6', 'server-80', 'young']);
  const stored = () => sql.$count(eventKeys, eq(eventKeys.applicationId, shop.application.id));
  expect(await stored()).toBe(6);
  await sql.execute(raw`update event_keys set deleted_at = deleted_at - interval '25 hours'`);
  await sweepEventKeys(sql);
  expect(await stored()).toBe(4);
});

import type { StaleDigest } from '@comporta/contract/applications/application';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { applications } from '../tables/applications.ts';
import { deliveries } from '../tables/deliveries.ts';
import { toggles } from '../tables/toggles.ts';
import {
  createApplication,
  createCompany,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { daysPass } from '../testing/lifecycle/days-pass.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { tellOfStale } from './stale-digest.ts';

const MONDAY = new Date('2030-01-07T08:00:00Z');
const NEXT_MONDAY = new Date('2030-01-14T09:30:00Z');
const WEEK_AFTER = new Date('2030-01-21T08:00:00Z');
const LAST_MONDAY = new Date('2030-01-28T08:00:00Z');

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let receiver: WebhookReceiver;

beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Test', 'Production']);
  await set(application.id, { notificationWebhook: receiver.url });
});
afterEach(() => receiver.close());

async function set(
  id: string,
  values: { notificationWebhook?: string | null; staleDigest?: StaleDigest },
): Promise<void> {
  await server.database.sql
    .update(applications)
    .set({ staleDigest: 'WEEKLY', ...values })
    .where(eq(applications.id, id));
}

/** A toggle that has given everybody its default for a hundred days; the webhook did not hear of its creation. */
async function staleToggle(name: string, ownerId?: string): Promise<string> {
  await set(application.id, { notificationWebhook: null });
  const { id } = await send<{ id: string }>('POST', `/api/apps/${application.id}/toggles`, {
    ...{ name, values: ['enabled', 'disabled'], defaultValue: 'disabled' },
    ...(ownerId !== undefined && { ownerId }),
  });
  await set(application.id, { notificationWebhook: receiver.url });
  await daysPass(server.database.sql, 100);
  return id;
}

async function send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await server.call<Body>(method, path, { token: admin.token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

function tell(now: Date): Promise<void> {
  const log = createLog('silent');
  return tellOfStale({ sql: server.database.sql, log, auditKeptDays: 365 }, now);
}

/** The news for an application, oldest first. */
async function newsOf(applicationId = application.id) {
  const rows = await server.database.sql
    .select({ news: deliveries.news })
    .from(deliveries)
    .where(eq(deliveries.applicationId, applicationId))
    .orderBy(asc(deliveries.createdAt));
  return rows.flatMap(({ news }) => (news?.kind === 'STALE' ? [news] : []));
}

describe('LIF-25: on Mondays from eight o’clock the webhook', () => {
  it('hears which toggles have become stale, whose they are and why, each once', async () => {
    await staleToggle('checkout', admin.id);
    await staleToggle('search');
    await tell(MONDAY);
    await tell(MONDAY);
    await expect.poll(() => receiver.received.length).toBe(1);
    const { text, blocks } = JSON.parse(receiver.received[0]?.payload ?? '');
    const list = `/applications/${application.id}/toggles?lifecycle=stale`;
    expect(text).toMatch(/^2 toggles have become stale\n<http:\/\/localhost:\d+\//);
    expect(text).toContain(`${list}|Open the stale toggles>`);
    expect(blocks[1].text.text).toBe('• checkout (Ana): Launched\n• search: Launched');

    await tell(NEXT_MONDAY);
    expect(await newsOf()).toHaveLength(1);
    await staleToggle('banner');
    await tell(WEEK_AFTER);
    expect((await newsOf())[1]).toEqual({
      kind: 'STALE',
      count: 1,
      items: [{ toggle: 'banner', ownerId: null, state: 'LAUNCHED' }],
    });
  });

  it.each([
    ['Sunday', '2030-01-06T23:59:59Z'],
    ['Monday before eight', '2030-01-07T07:59:59Z'],
    ['Tuesday', '2030-01-08T08:00:00Z'],
  ])('hears nothing on %s', async (_day, moment) => {
    await staleToggle('checkout');
    await tell(new Date(moment));
    expect(await newsOf()).toEqual([]);
  });

  it('names twenty of many, and says how many more there are', async () => {
    await set(application.id, { notificationWebhook: null });
    for (let index = 10; index < 33; index += 1) {
      await createToggle(server, application.id, { name: `toggle-${index}` });
    }
    await daysPass(server.database.sql, 100);
    await set(application.id, { notificationWebhook: receiver.url });
    await tell(MONDAY);
    await expect.poll(() => receiver.received.length).toBe(1);
    const lines = JSON.parse(receiver.received[0]?.payload ?? '').blocks[1].text.text.split('\n');
    expect(lines).toHaveLength(21);
    expect([lines[0], lines[19], lines[20]]).toEqual([
      '• toggle-10: Launched',
      '• toggle-29: Launched',
      '• and 3 more',
    ]);
  });

  it('hears again of a toggle that was snoozed, and of one whose day has passed', async () => {
    const id = await staleToggle('checkout');
    await tell(MONDAY);
    const snooze = (snoozedUntil: string | null) =>
      send('POST', `/api/apps/${application.id}/toggles/bulk`, {
        ...{ ids: [id], action: 'SNOOZE', snoozedUntil },
      });
    await snooze(new Date().toISOString().slice(0, 10));
    await tell(NEXT_MONDAY);
    await snooze(null);
    await tell(WEEK_AFTER);
    const { sql } = server.database;
    await sql.update(toggles).set({ removeBy: '2001-01-01' }).where(eq(toggles.id, id));
    await tell(LAST_MONDAY);
    expect((await newsOf()).map(({ items }) => items[0]?.state)).toEqual([
      ...['LAUNCHED', 'LAUNCHED', 'OVERDUE'],
    ]);
  });

  it('hears of it in one message, when several nodes look at once', async () => {
    await staleToggle('checkout');
    await Promise.all([tell(MONDAY), tell(MONDAY), tell(MONDAY)]);
    expect(await newsOf()).toHaveLength(1);
  });
});

it('LIF-25: nothing is told where it is off, or without a webhook; what was not told then is told later', async () => {
  await staleToggle('checkout');
  for (const values of [{ staleDigest: 'OFF' }, { notificationWebhook: null }] as const) {
    await set(application.id, values);
    await tell(MONDAY);
    await set(application.id, { notificationWebhook: receiver.url });
  }
  expect(await newsOf()).toEqual([]);
  await tell(NEXT_MONDAY);
  expect(await newsOf()).toMatchObject([{ count: 1 }]);
});

it('LIF-25: a new application hears of it, one of the release before does not, until somebody says so', async () => {
  const draft = { name: 'New', environments: [{ name: 'Production' }] };
  const made = await send<{ id: string; staleDigest: string }>('POST', '/api/apps', draft);
  expect(made.staleDigest).toBe('WEEKLY');
  const older = await createApplication(server, admin.accountId, ['Production']);
  await set(older.id, { staleDigest: 'OFF' });
  const path = `/api/apps/${older.id}`;
  const { id, ...stored } = await send<{ id: string; staleDigest: string }>('GET', path);
  expect(stored.staleDigest).toBe('OFF');
  const { staleDigest: _, ...asBefore } = stored;
  expect(await send('PUT', path, { ...asBefore, name: 'Other' })).toMatchObject({
    staleDigest: 'OFF',
  });
});

it('LIF-25: an application hears nothing of another company’s toggles', async () => {
  await staleToggle('ours');
  const neighbour = await createCompany(server);
  const theirs = await createApplication(server, neighbour.accountId, ['Production']);
  await set(theirs.id, { notificationWebhook: receiver.url });
  await tell(MONDAY);
  expect(await newsOf(theirs.id)).toEqual([]);
  expect(await newsOf()).toHaveLength(1);
});

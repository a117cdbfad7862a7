import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Delivery, DeliveryPage } from '@comporta/contract/notifications/notification';
import type { Language } from '@comporta/messages/languages';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../identity/keys/key-format.ts';
import { newId } from '../platform/base/ids.ts';
import { createLog } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { createTally } from '../platform/base/tally.ts';
import { guardWebhookAddresses } from '../platform/webhooks/webhook-addresses.ts';
import { accountKeys } from '../tables/accounts.ts';
import { applications } from '../tables/applications.ts';
import { deliveries } from '../tables/deliveries.ts';
import {
  createApplication,
  createCompany,
  createUser,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  type ReceivedMessage,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../testing/webhook-receiver.ts';
import { keepDelivering } from './delivery-worker.ts';
import { openWebhookSender } from './webhook-sender.ts';

const NETWORK = '127.0.0.0/8';

let server: TestServer;
let admin: TestUser;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_ALLOW_CIDRS: NETWORK });
  admin = await createCompany(server);
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(() => server.close());

async function receive(
  answer?: (response: ServerResponse, message: ReceivedMessage) => void,
): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

/** An application whose webhook is written to the database without any validation. */
async function applicationWith(notificationWebhook: string | null, language: Language = 'en') {
  const { id } = await createApplication(server, admin.accountId);
  await server.database.sql
    .update(applications)
    .set({ notificationWebhook, notificationLanguage: language })
    .where(eq(applications.id, id));
  return id;
}

async function change(applicationId: string, key = `key-${newId()}`): Promise<void> {
  const { status } = await server.call('POST', `/api/apps/${applicationId}/properties`, {
    token: admin.token,
    body: { key, type: 'STRING', description: 'a <b> & "c"' },
  });
  expect(status).toBe(201);
}

async function logOf(applicationId: string, query = ''): Promise<DeliveryPage> {
  const path = `/api/apps/${applicationId}/notifications/deliveries${query}`;
  return (await server.call<DeliveryPage>('GET', path, { token: admin.token })).body;
}

/** The only delivery of an application after its first attempt; undefined before. */
async function outcomeOf(applicationId: string): Promise<Delivery | undefined> {
  const { items } = await logOf(applicationId);
  const tried = items.filter(({ lastStatus, lastError }) => lastStatus ?? lastError);
  return tried.length === 1 ? tried[0] : undefined;
}

/** Replaces waiting: makes deliveries with a later attempt due now. */
async function letTimePass(applicationId: string, { attempts }: { attempts?: number } = {}) {
  await server.database.sql
    .update(deliveries)
    .set({ nextAttemptAt: new Date(), ...(attempts === undefined ? {} : { attempts }) })
    .where(eq(deliveries.applicationId, applicationId));
}

function post(applicationId: string, path: string, token = admin.token) {
  return server.call<Delivery>('POST', `/api/apps/${applicationId}/notifications/${path}`, {
    token,
  });
}

describe('the notification of a change', () => {
  it("reaches the webhook in Slack's format, in the language of the application", async () => {
    const receiver = await receive();
    const id = await applicationWith(receiver.url, 'pt');
    await change(id, 'country');
    await expect.poll(() => receiver.received.length).toBe(1);

    const [message] = receiver.received;
    const { text, blocks } = JSON.parse(message?.payload ?? '');
    const [headline, link] = text.split('\n');
    expect(headline).toBe('Ana criou a propriedade “country”');
    expect(blocks[0]).toEqual({ type: 'section', text: { type: 'mrkdwn', text: `*${headline}*` } });
    expect(JSON.stringify(blocks)).toContain('a &lt;b&gt; &amp;');
    // COV-14: the only markup is our own link.
    expect(link).toMatch(
      new RegExp(`^<http://localhost:\\d+/applications/${id}/properties/[\\w-]{36}\\|Abrir>$`),
    );
    expect(JSON.stringify(blocks).replace(link, '')).not.toContain('<');
    expect(message?.headers['content-type']).toMatch(/^application\/json/);
  });

  it('COV-14, CDW-68: links to what was changed, and names the environments touched', async () => {
    const receiver = await receive();
    const id = await applicationWith(receiver.url);
    const path = `/api/apps/${id}`;
    const told = async (count: number) => {
      await expect.poll(() => receiver.received.length).toBe(count);
      const { text, blocks } = JSON.parse(receiver.received.at(-1)?.payload ?? '');
      const [context] = blocks.at(-1).elements;
      expect(blocks.at(-2).text.text).toBe(text.split('\n')[1]);
      const link = /^<http:\/\/localhost:\d+(\S*)\|(.*)>$/.exec(text.split('\n')[1]);
      return [link?.[1], link?.[2], context.text.split(' · ')[0].replace(/^[^,]*/, '')];
    };
    const toggles = `/applications/${id}/toggles`;
    const draft = { name: 'checkout', values: ['a', 'b'], defaultValue: 'a' };
    const { token } = admin;
    const made = await server.call<{ id: string }>('POST', `${path}/toggles`, {
      token,
      body: draft,
    });
    const { id: toggleId } = made.body;
    expect(await told(1)).toEqual([`${toggles}/${toggleId}`, 'Open it', '']);
    const body = { ...draft, defaultValue: 'b' };
    await server.call('PUT', `${path}/toggles/${toggleId}`, { token, body });
    const touching = ', touches “Production”';
    expect(await told(2)).toEqual([`${toggles}/${toggleId}`, 'Open it', touching]);

    const { body: exported } = await server.call<{ toggles: object[] }>('GET', `${path}/export`, {
      token,
    });
    const [stored] = exported.toggles;
    const two = [stored, { ...stored, name: 'search' }].map((one) => ({
      ...one,
      defaultValue: 'a',
    }));
    const document = { ...exported, toggles: two };
    const imported = await server.call('POST', `${path}/import`, { token, body: document });
    expect(imported.body).toMatchObject({ changes: [{}, {}] });
    expect(await told(3)).toEqual([
      `/applications/${id}/audit-logs`,
      'Open the audit log',
      touching,
    ]);

    await server.call('DELETE', `${path}/toggles/${toggleId}`, { token });
    expect(await told(4)).toEqual([toggles, 'Open the list', touching]);
  });

  it('is signed with the secret that the API returns for the application', async () => {
    const receiver = await receive();
    const id = await applicationWith(receiver.url);
    await change(id);
    await expect.poll(() => receiver.received.length).toBe(1);

    const { body } = await server.call<{ secret: string }>(
      'GET',
      `/api/apps/${id}/notifications/secret`,
      { token: admin.token },
    );
    const { headers, payload } = receiver.received[0] as ReceivedMessage;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${payload}`;
    const key = Buffer.from(body.secret.replace('whsec_', ''), 'base64');
    const expected = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    expect(Number(headers['webhook-timestamp'])).toBeCloseTo(Date.now() / 1000, -1.5);
  });

  it('is one message for each change; without a webhook there is none', async () => {
    const receiver = await receive();
    const [told, silent] = [await applicationWith(receiver.url), await applicationWith(null)];
    for (let count = 0; count < 3; count += 1) {
      await change(told);
      await change(silent);
    }
    await expect.poll(() => receiver.received.length).toBe(3);
    expect(await logOf(silent)).toEqual({ items: [], totalPages: 0 });
    expect(await logOf(told, '?size=2')).toMatchObject({
      items: [{ status: 'DELIVERED' }, { status: 'DELIVERED' }],
      totalPages: 2,
    });
  });

  it('is not sent for a refused change', async () => {
    const receiver = await receive();
    const id = await applicationWith(receiver.url);
    await change(id, 'same');
    await server.call('POST', `/api/apps/${id}/properties`, {
      token: admin.token,
      body: { key: 'same', type: 'STRING' },
    });
    expect((await logOf(id)).items).toHaveLength(1);
  });

  it('is also sent when the application is deleted', async () => {
    const receiver = await receive();
    const id = await applicationWith(receiver.url);
    await server.call('DELETE', `/api/apps/${id}`, { token: admin.token });
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(JSON.parse(receiver.received[0]?.payload ?? '').text).toMatch(/deleted application/);
  });

  it('is sent once, however many nodes there are', async () => {
    const receiver = await receive();
    const id = await applicationWith(receiver.url);
    const sender = openWebhookSender(guardWebhookAddresses([NETWORK]));
    const secondNode = keepDelivering(server.database.sql, sender, {
      log: createLog('silent'),
      outcomes: createTally('outcome'),
      publicUrl: 'http://localhost',
    });
    for (let count = 0; count < 20; count += 1) await change(id);
    await expect.poll(() => receiver.received.length).toBe(20);
    await secondNode.close();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(20);
    expect(receiver.received).toHaveLength(20);
  });
});

describe('a webhook that fails', () => {
  it('is tried again with the same id, until it succeeds', async () => {
    let status = 500;
    const receiver = await receive((response) => response.writeHead(status).end('broken'));
    const id = await applicationWith(receiver.url);
    await change(id);
    await expect
      .poll(() => outcomeOf(id))
      .toMatchObject({
        status: 'PENDING',
        attempts: 1,
        lastStatus: 500,
        lastError: 'HTTP_STATUS',
      });

    status = 204;
    await letTimePass(id);
    await expect
      .poll(() => outcomeOf(id))
      .toMatchObject({ status: 'DELIVERED', attempts: 2, lastStatus: 204, lastError: null });
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('is first retried after 5 s, and given up after a day', async () => {
    const receiver = await receive((response) => response.writeHead(503).end());
    const id = await applicationWith(receiver.url);
    const before = Date.now();
    await change(id);
    await expect.poll(() => outcomeOf(id)).toMatchObject({ attempts: 1 });
    const { nextAttemptAt } = (await outcomeOf(id)) ?? {};
    const nextAt = Date.parse(nextAttemptAt ?? '');
    expect(nextAt).toBeGreaterThanOrEqual(before + 5_000);
    expect(nextAt).toBeLessThanOrEqual(Date.now() + 5_000);

    await letTimePass(id, { attempts: 10 });
    await expect
      .poll(() => outcomeOf(id))
      .toMatchObject({ status: 'FAILED', attempts: 11, nextAttemptAt: null });
  });

  it('is not followed when it redirects', async () => {
    const other = await receive();
    const receiver = await receive((response) =>
      response.writeHead(302, { location: other.url }).end(),
    );
    const id = await applicationWith(receiver.url);
    await change(id);
    await expect
      .poll(() => outcomeOf(id))
      .toMatchObject({
        status: 'PENDING',
        lastStatus: 302,
        lastError: 'HTTP_STATUS',
      });
    expect(other.received).toEqual([]);
  });

  it('delays neither changes nor other applications, and times out after 5 s', async () => {
    const mute = await receive(() => {});
    const lively = await receive();
    const [slow, quick] = [await applicationWith(mute.url), await applicationWith(lively.url)];
    for (let count = 0; count < 5; count += 1) await change(slow);
    await expect.poll(() => mute.received.length).toBe(1);

    await change(slow);
    await change(quick);
    await expect.poll(() => lively.received.length).toBe(1);
    // The first request is still pending, so it has blocked neither changes nor the other application.
    expect(mute.received).toHaveLength(1);
    const errors = async () => (await logOf(slow)).items.map(({ lastError }) => lastError);
    await expect.poll(errors).toContain('TIMED_OUT');
  });

  it('of one company with many applications leaves places to other companies', async () => {
    const mute = await receive(() => {});
    const lively = await receive();
    const slow = await Promise.all(Array.from({ length: 40 }, () => applicationWith(mute.url)));
    await Promise.all(slow.map((id) => change(id)));
    await expect.poll(() => mute.received.length).toBe(16);

    const other = await createCompany(server);
    const { id } = await createApplication(server, other.accountId);
    await server.database.sql
      .update(applications)
      .set({ notificationWebhook: lively.url })
      .where(eq(applications.id, id));
    await server.call('POST', `/api/apps/${id}/properties`, {
      token: other.token,
      body: { key: 'country', type: 'STRING' },
    });
    await expect.poll(() => lively.received.length).toBe(1);
  });

  it('does not keep a node from stopping: the remaining deliveries are left to other nodes', async () => {
    const mute = await receive(() => {});
    const stopping = await startTestServer({ WEBHOOK_ALLOW_CIDRS: NETWORK });
    const { accountId, token } = await createCompany(stopping);
    const { id } = await createApplication(stopping, accountId);
    await stopping.database.sql
      .update(applications)
      .set({ notificationWebhook: mute.url })
      .where(eq(applications.id, id));
    for (const key of ['a', 'b', 'c']) {
      const body = { key, type: 'STRING' };
      await stopping.call('POST', `/api/apps/${id}/properties`, { token, body });
    }
    await expect.poll(() => mute.received.length).toBe(1);
    await stopping.close();
    expect(mute.received).toHaveLength(1);
  });

  it('is not read to the end when its response is endless', async () => {
    let sentBytes = 0;
    const endless = await receive((response) => {
      const block = Buffer.alloc(64 * 1024, 'x');
      const write = () => {
        sentBytes += block.length;
        if (!response.destroyed) response.write(block, () => setImmediate(write));
      };
      write();
    });
    const id = await applicationWith(endless.url);
    await change(id);
    await expect.poll(() => outcomeOf(id)).toMatchObject({ status: 'DELIVERED' });
    expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'ADDRESS_NOT_ALLOWED'],
    ['http://[::1]:8080/', 'ADDRESS_NOT_ALLOWED'],
    ['http://[::ffff:10.0.0.1]/', 'ADDRESS_NOT_ALLOWED'],
    ['http://127.0.0.1:1/', 'NOT_CONNECTED'],
  ])('%s is %s when it is called', async (webhook, lastError) => {
    const id = await applicationWith(webhook);
    const { status, body } = await post(id, 'test');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'FAILED', lastStatus: null, lastError });
  });

  it('HOS-15, UNKNOWN_HOST: its name resolves to an internal address, which nobody learns', async () => {
    const guard = guardWebhookAddresses([], async () => ['10.0.0.1']);
    const sender = openWebhookSender(guard);
    const outcome = await sender.send(
      { webhook: 'http://hooks.example.com/', secret: 'whsec_', language: 'en' },
      { id: 'message', payload: '{}' },
    );
    expect(outcome).toEqual({ status: null, error: 'UNKNOWN_HOST' });
    await sender.close();
  });
});

describe('a test message', () => {
  it('is sent once, at once, and the response has the outcome', async () => {
    const receiver = await receive();
    const id = await applicationWith(receiver.url);
    expect(await post(id, 'test')).toMatchObject({
      status: 200,
      body: { status: 'DELIVERED', attempts: 1, lastStatus: 200, headline: /^Test message/ },
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('is not retried when it fails', async () => {
    const receiver = await receive((response) => response.writeHead(500).end());
    const id = await applicationWith(receiver.url);
    expect((await post(id, 'test')).body).toMatchObject({ status: 'FAILED', nextAttemptAt: null });
  });

  it('NO_WEBHOOK: the application has no webhook', async () => {
    expect(await post(await applicationWith(null), 'test')).toMatchObject({
      status: 409,
      body: { error_code: 'NO_WEBHOOK' },
    });
  });
});

describe('sending on demand', () => {
  it('RATE_LIMITED: thirty times a minute for one application, tests and resends together', async () => {
    const receiver = await receive();
    const id = await applicationWith(receiver.url);
    const { body } = await post(id, 'test');
    for (let sent = 1; sent < 30; sent += 1) {
      expect((await post(id, `deliveries/${body.id}/resend`)).status).toBe(200);
    }
    for (const path of ['test', `deliveries/${body.id}/resend`]) {
      const refused = await post(id, path);
      expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(receiver.received).toHaveLength(30);
    expect((await post(await applicationWith(receiver.url), 'test')).status).toBe(200);
  });
});

describe('the log of deliveries', () => {
  it('resends a delivery on demand, with the same id', async () => {
    const receiver = await receive();
    const id = await applicationWith(receiver.url);
    await change(id);
    await expect.poll(() => outcomeOf(id)).toMatchObject({ status: 'DELIVERED' });
    const delivery = await outcomeOf(id);
    const resent = await post(id, `deliveries/${delivery?.id}/resend`);
    expect(resent).toMatchObject({ status: 200, body: { id: delivery?.id, status: 'DELIVERED' } });
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      delivery?.id,
      delivery?.id,
    ]);
  });

  it('NO_WEBHOOK: a delivery is not resent when the application no longer has a webhook', async () => {
    const receiver = await receive();
    const id = await applicationWith(receiver.url);
    await post(id, 'test');
    const delivery = await outcomeOf(id);
    await server.database.sql
      .update(applications)
      .set({ notificationWebhook: null })
      .where(eq(applications.id, id));
    expect(await post(id, `deliveries/${delivery?.id}/resend`)).toMatchObject({
      status: 409,
      body: { error_code: 'NO_WEBHOOK' },
    });
  });

  it('NOT_FOUND: a delivery of another application cannot be resent', async () => {
    const receiver = await receive();
    const [mine, other] = [
      await applicationWith(receiver.url),
      await applicationWith(receiver.url),
    ];
    const { body } = await post(other, 'test');
    for (const id of [body.id, newId(), 'nonsense']) {
      expect((await post(mine, `deliveries/${id}/resend`)).status).toBe(404);
    }
    expect(receiver.received).toHaveLength(1);
  });

  it('HOS-15: later pages are those of the moment of the first, whatever comes meanwhile', async () => {
    const id = await applicationWith(null);
    const at = raw`statement_timestamp()`; // Many changes of one call share their time: ids decide.
    const add = (many: number) =>
      server.database.sql
        .insert(deliveries)
        .values(
          Array.from({ length: many }, () => ({ id: newId(), applicationId: id, createdAt: at })),
        );
    await add(5);
    const first = await logOf(id, '?size=2');
    await add(3);
    const next = async (page: number) => logOf(id, `?size=2&page=${page}&upTo=${first.upTo}`);
    const pages = [first, await next(2), await next(3)];
    const seen = pages.flatMap(({ items }) => items.map((item) => item.id));
    expect(new Set(seen).size).toBe(5);
    expect(pages.map(({ totalPages, upTo }) => [totalPages, upTo])).toEqual(
      pages.map(() => [3, first.upTo]),
    );
    expect(await logOf(id, '?size=2')).toMatchObject({ totalPages: 4 });
  });

  it.each(['yesterday', '2026-13-01T00:00:00.000000Z_00000000-0000-7000-8000-000000000000'])(
    'INVALID_QUERY: upTo is %s',
    async (upTo) => {
      const id = await applicationWith(null);
      const path = `/api/apps/${id}/notifications/deliveries?upTo=${upTo}`;
      expect((await server.call('GET', path, { token: admin.token })).body).toMatchObject({
        error_code: 'INVALID_QUERY',
      });
    },
  );

  it('INVALID_PAGE: pages are whole numbers from 1', async () => {
    const id = await applicationWith(null);
    const path = `/api/apps/${id}/notifications/deliveries?page=0`;
    expect(await server.call('GET', path, { token: admin.token })).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_PAGE' },
    });
  });

  it('is open to users with a grant for the application; account keys cannot read the secret', async () => {
    const id = await applicationWith(null);
    const key = newKey('cpt_acc_');
    await server.database.sql.insert(accountKeys).values({
      id: newId(),
      accountId: admin.accountId,
      keyHash: hashSecret(key),
      mask: '····',
      createdBy: 'Ana',
    });
    const granted = await createUser(server, admin.accountId, { apps: [id] });
    const other = await createUser(server, admin.accountId);
    const stranger = await createCompany(server);
    const statusesFor = (token: string) =>
      Promise.all(
        ['deliveries', 'secret'].map(
          async (path) =>
            (await server.call('GET', `/api/apps/${id}/notifications/${path}`, { token })).status,
        ),
      );
    expect(await statusesFor(granted.token)).toEqual([200, 200]);
    expect(await statusesFor(key)).toEqual([200, 403]);
    expect(await statusesFor(other.token)).toEqual([403, 403]);
    expect(await statusesFor(stranger.token)).toEqual([404, 404]);
    expect((await post(id, 'test', other.token)).status).toBe(403);
    expect((await post(id, 'test', stranger.token)).status).toBe(404);
  });
});

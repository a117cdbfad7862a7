import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { EnvironmentStatus } from '@comporta/contract/keys/environment-key-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/base/log.ts';
import {
  createApplication,
  createClientKey,
  createEnvironmentKey,
  createToggle,
} from '../../testing/builders.ts';
import { type MeasuredShop, openMeasuredShop } from '../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const FLAGS = '/ofrep/v1/evaluate/flags';
const METRICS_TOKEN = 'who may ask for metrics';
/** A burst of 1,100 points: one call of 1,000 events, and little more. */
const POINTS = { CLIENT_POINTS_PER_SECOND: '110', METRICS_TOKEN, TRUST_PROXY: 'loopback' };

let server: TestServer;
let shop: MeasuredShop;
let lines: Record<string, unknown>[];
/** The clock stands still, so that no bucket and no share grows while a slow machine works. */
let at: number;

async function open(settings: Readonly<Record<string, string>> = POINTS): Promise<void> {
  lines = [];
  const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line)) });
  server = await startTestServer(settings, log);
  at = performance.now();
  server.load.now = () => at;
  shop = await openMeasuredShop(server);
}

beforeEach(() => open());
afterEach(() => server.close());

function tracks(count: number, prefix: string) {
  const now = new Date().toISOString();
  return Array.from({ length: count }, (_, n) => ({
    type: 'track',
    id: `${prefix} ${n}`,
    key: 'bought',
    uid: `user-${n}`,
    at: now,
  }));
}

interface Sent {
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

function send(events: readonly object[], { key = shop.clientKey, headers = {} }: Sent = {}) {
  return server.call<{ error_code: string; meta_data: object }>('POST', '/api/events', {
    token: key,
    body: { events },
    headers,
  });
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

function evaluate(key: string, more: { headers?: Record<string, string> } = {}) {
  const body = { context: { targetingKey: 'ana' } };
  return server.call<{ errorDetails: string }>('POST', FLAGS, { token: key, body, ...more });
}

async function metric(name: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { payload } = await server.http.inject({ method: 'GET', url: '/metrics', headers });
  const line = payload.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

async function limitedIn({ application, environmentId, admin }: MeasuredShop) {
  const path = `/api/apps/${application.id}/env/${environmentId}/status`;
  const { body } = await server.call<EnvironmentStatus>('GET', path, { token: admin.token });
  return body.limited;
}

describe('what one address may take with a client key', () => {
  it('HOS-09, FAIR-01, FAIR-03, FAIR-14: is counted in events; what is beyond is refused unjudged, others are not', async () => {
    const mine = from('198.51.100.1');
    expect((await send(tracks(1_000, 'first'), mine)).status).toBe(200);
    const refused = await send(tracks(1_000, 'second'), mine);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        error_code: 'RATE_LIMITED',
        meta_data: { limit: 'ADDRESS', retry_after: expect.any(Number) },
      },
    });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    // The same address with another key, other addresses with this one, and servers.
    const other = await openMeasuredShop(server);
    const few = tracks(1, 'few');
    expect((await send(few, { key: other.clientKey, ...mine })).status).toBe(200);
    expect((await send(tracks(1_000, 'third'), from('198.51.100.2'))).status).toBe(200);
    for (const n of [1, 2, 3]) {
      expect((await send(tracks(1_000, `server ${n}`), { key: shop.environmentKey })).status).toBe(
        200,
      );
    }
    const node = await startTestServer({ ...POINTS, DATABASE_URL: server.database.url });
    const body = { events: tracks(1_000, 'to another node') };
    const there = { token: shop.clientKey, body, ...mine };
    expect((await node.call('POST', '/api/events', there)).status).toBe(200);
    await node.close();

    at += seconds * 1_000;
    const again = await send(tracks(1_000, 'second'), mine);
    expect(again).toMatchObject({ status: 200, body: { accepted: 1_000, duplicates: 0 } });
  });

  it('FAIR-01, FAIR-02: packed events count unpacked, and a call above the burst is taken when nothing else is', async () => {
    const body = gzipSync(
      JSON.stringify({ events: tracks(1_000, 'a'), padding: 'x'.repeat(900_000) }),
    );
    const post = () =>
      server.http.inject({
        method: 'POST',
        url: '/api/events',
        headers: {
          authorization: `Bearer ${shop.clientKey}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'x-forwarded-for': '198.51.100.1',
        },
        payload: body,
      });
    expect((await post()).statusCode).toBe(200);
    const waiting = evaluate(shop.clientKey, from('198.51.100.1'));
    await expect.poll(() => metric('comporta_held_calls')).toBe(1);
    at += 10;
    expect((await waiting).status).toBe(200);
  });

  it('HOS-12, FAIR-02: a bulk call counts all toggles of its environment; one that is known without evaluating none', async () => {
    await server.close();
    await open({ ...POINTS, CLIENT_POINTS_PER_SECOND: '1' });
    // The key comes last: the node reads the environment with its first use.
    const { id, environmentIds } = await createApplication(server, shop.admin.accountId);
    for (let n = 0; n < 150; n += 1) await createToggle(server, id, { name: `t-${n}` });
    const token = await createClientKey(server, environmentIds[0] ?? '');
    const bulk = (headers: Record<string, string> = {}) =>
      server.call('POST', FLAGS, {
        token,
        body: { context: { targetingKey: 'ana' } },
        headers: { 'x-forwarded-for': '198.51.100.1', ...headers },
      });
    const { status, headers } = await bulk();
    expect(status).toBe(200);
    const known = { 'if-none-match': String(headers.etag) };
    expect((await bulk(known)).status).toBe(304);
    // Of ten points, eight are taken; evaluating 150 toggles again costs four.
    expect((await bulk(known)).status).toBe(304);
    expect(await bulk()).toMatchObject({ status: 429, body: { errorDetails: 'RATE_LIMITED' } });
  });

  it('FAIR-13: a proxy that does not tell the sender is not charged as if it were one', async () => {
    for (const n of [1, 2, 3]) expect((await send(tracks(1_000, `${n}`))).status).toBe(200);
  });

  it('FAIR-15: refused calls are in the status of the environment, in metrics and, once a minute, in the log', async () => {
    const mine = from('198.51.100.1');
    await send(tracks(1_000, 'first'), mine);
    for (const n of [1, 2]) expect((await send(tracks(900, `${n}`), mine)).status).toBe(429);
    await expect.poll(() => limitedIn(shop)).toEqual([{ limit: 'ADDRESS', calls: 2 }]);
    const name = 'comporta_limited_total{limit="ADDRESS",kind="CLIENT"}';
    expect(await metric(name)).toBe(2);
    expect(lines).toMatchObject([
      { level: 'warn', environmentId: shop.environmentId, limit: 'ADDRESS', kind: 'CLIENT' },
    ]);
  });
});

it('FAIR-12: a proxy that TRUST_PROXY does not name is named in the log once an hour, and at most ten are', async () => {
  await server.close();
  await open({ METRICS_TOKEN });
  const ask = (remoteAddress: string, headers: Record<string, string>) =>
    server.http.inject({ method: 'GET', url: '/livez', remoteAddress, headers });
  await ask('192.0.2.1', {});
  await ask('192.0.2.1', { 'x-forwarded-for': '198.51.100.1' });
  await ask('192.0.2.1', { 'x-forwarded-for': '198.51.100.2' });
  await ask('192.0.2.2', { forwarded: 'for=198.51.100.1' });
  const warned = () => lines.map(({ level, address, msg }) => [level, address, String(msg)]);
  expect(warned()).toEqual([
    ['warn', '192.0.2.1', expect.stringContaining('TRUST_PROXY')],
    ['warn', '192.0.2.2', expect.stringContaining('TRUST_PROXY')],
  ]);
  for (let n = 3; n < 30; n += 1) await ask(`192.0.2.${n}`, { forwarded: 'for=198.51.100.1' });
  expect(lines).toHaveLength(10);

  await server.close();
  await open({ METRICS_TOKEN, TRUST_PROXY: 'loopback, 192.0.2.1, 10.0.0.0/8' });
  for (const trusted of ['127.0.0.1', '::1', '192.0.2.1', '10.1.2.3', '::ffff:10.1.2.3']) {
    await ask(trusted, { 'x-forwarded-for': '198.51.100.1' });
  }
  expect(lines).toEqual([]);
});

describe('on a busy node', () => {
  let other: MeasuredShop;

  /** Waits until there is a level, and this company has taken more than its share. */
  async function makeBusy(): Promise<void> {
    other = await openMeasuredShop(server);
    server.load.utilisation = 1;
    await evaluate(other.environmentKey);
    await expect.poll(() => metric('comporta_share_level')).toBeGreaterThan(0);
    await expect.poll(() => metric('comporta_share_level')).toBeLessThan(1_000);
    // More than anybody has at once, so that later calls wait for the clock.
    await send(tracks(1_000, 'many'), { key: shop.environmentKey });
  }

  it('FAIR-04, FAIR-07, FAIR-11: who had its share is held and then refused with SHARE, on the fast way and on routes; others are answered', async () => {
    await server.http.listen({ host: '127.0.0.1', port: 0 });
    await makeBusy();
    const { port } = server.http.server.address() as AddressInfo; // It listens on a port.
    const askPlainly = async (key: string) => {
      const body = JSON.stringify({ context: { targetingKey: 'ana' } });
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': body.length,
      };
      const sent = openRequest({ host: '127.0.0.1', port, method: 'POST', path: FLAGS, headers });
      sent.end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
    };
    const plain = askPlainly(shop.environmentKey);
    const events = send(tracks(1, 'held'), { key: shop.environmentKey });
    await expect.poll(() => metric('comporta_held_calls')).toBe(2);
    expect((await askPlainly(other.environmentKey)).status).toBe(200);
    expect((await evaluate(other.clientKey)).status).toBe(200);
    // Its pages are a party of their own.
    expect((await evaluate(shop.clientKey)).status).toBe(200);
    expect(await metric('comporta_held_calls')).toBe(2);

    at += 1_000;
    const { status, headers, body } = await plain;
    expect([status, JSON.parse(body)]).toEqual([
      429,
      expect.objectContaining({ errorCode: 'GENERAL', errorDetails: 'RATE_LIMITED' }),
    ]);
    expect(await events).toMatchObject({ status: 429, body: { meta_data: { limit: 'SHARE' } } });
    for (const answer of [headers['retry-after'], (await events).headers['retry-after']]) {
      expect(['1', '2', '3']).toContain(answer);
    }
    server.load.utilisation = 0; // Calls of people are held, too, and the clock stands still.
    await expect.poll(() => limitedIn(shop)).toEqual([{ limit: 'SHARE', calls: 2 }]);
    expect(await limitedIn(other)).toEqual([]);
  });

  it('FAIR-07: a held call goes on when the node is no longer busy, and sees the key of that moment', async () => {
    await makeBusy();
    const former = shop.environmentKey;
    const ask = (path: string, token: string) => server.call('GET', path, { token });
    const paths = ['/api/toggles', '/api/sdk/snapshot'];
    const before = [evaluate(former), ...paths.map((path) => ask(path, former))];
    await expect.poll(() => metric('comporta_held_calls')).toBe(3);
    // The node learns of the new key by its first call, which is held, too.
    const current = await createEnvironmentKey(server, shop.environmentId);
    const after = [evaluate(current), ...paths.map((path) => ask(path, current))];
    await expect.poll(() => metric('comporta_held_calls')).toBe(6);
    server.load.utilisation = 0;
    const statusesOf = async (calls: readonly Promise<{ readonly status: number }>[]) =>
      (await Promise.all(calls)).map(({ status }) => status);
    expect(await statusesOf(after)).toEqual([200, 200, 200]);
    expect(await statusesOf(before)).toEqual([401, 401, 401]);
  });

  it('FAIR-04: calls of people wait in their turn and are never refused', async () => {
    await makeBusy();
    const list = () =>
      server.call('GET', `/api/apps/${shop.application.id}/toggles`, { token: shop.admin.token });
    const calls = [list()];
    // Tokens do not grow while the clock stands still, so that one of them has to wait.
    await expect
      .poll(() => {
        calls.push(list());
        return metric('comporta_held_calls');
      })
      .toBeGreaterThan(0);
    at += 1_000;
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

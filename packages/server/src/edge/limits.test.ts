import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { EnvironmentStatus } from '@comporta/contract/keys/environment-key-api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { readConfig } from '../platform/config/config.ts';
import { onLoneConnection } from '../testing/connections/on-lone-connection.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { findFreePort } from '../testing/spawned-service.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { startEdge } from './start-edge.ts';

const FLAGS = '/ofrep/v1/evaluate/flags';
const METRICS_TOKEN = 'who may ask for metrics';
/** A burst of 1,100 points: one call of 1,000 events, and little more. */
const POINTS = { CLIENT_POINTS_PER_SECOND: '110' };
const BEHIND_PROXY = { TRUST_PROXY: 'loopback' };

type Settings = Readonly<Record<string, string>>;

let server: TestServer;
let shop: MeasuredShop;
let lines: Record<string, unknown>[];
let edge: Awaited<ReturnType<typeof startEdge>>;
let edgeUrl: string;
let folder: string;
/** How busy the edge node is said to be. */
let utilisation: number;
/** The clock of both nodes stands still, so that no bucket and no share grows while a slow machine works. */
let at: number;

/** Starts a service with a shop, and an edge node in front of it. */
async function open(ofService: Settings, ofEdge: Settings, shops = 1): Promise<MeasuredShop[]> {
  lines = [];
  at = performance.now();
  utilisation = 0;
  const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line)) });
  server = await startTestServer(ofService, log);
  server.load.now = () => at;
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.http.server.address() as AddressInfo; // It listens on a port.
  const all: MeasuredShop[] = [];
  for (let n = 0; n < shops; n += 1) all.push(await openMeasuredShop(server));

  const edgePort = await findFreePort();
  edgeUrl = `http://127.0.0.1:${edgePort}`;
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-edge-'));
  const settings = { DATA_DIR: folder, PORT: `${edgePort}`, METRICS_TOKEN, ...ofEdge };
  edge = await startEdge({
    config: readConfig(settings),
    log: createLog('silent'),
    upstream: `http://127.0.0.1:${port}`,
    keys: all.map(({ environmentKey }) => environmentKey),
    instruments: { now: () => at, utilisation: () => utilisation },
  });
  await expect.poll(async () => (await fetch(`${edgeUrl}/readyz`)).status).toBe(200);
  shop = all[0] as MeasuredShop; // There is at least one.
  return all;
}

afterEach(async () => {
  vi.useRealTimers();
  await edge.stop();
  server.http.server.closeAllConnections();
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Sent {
  readonly key?: string;
  /** The address that a proxy in front of the edge node has seen. */
  readonly from?: string;
}

async function ask(path: string, body: object | undefined, { key = shop.clientKey, from }: Sent) {
  const answer = await fetch(edgeUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(from !== undefined && { 'x-forwarded-for': from }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const retryAfter = Number(answer.headers.get('retry-after'));
  return { status: answer.status, retryAfter, text: await answer.text() };
}

let calls = 0;

/** Sends events, each with an id of its own. */
function send(count: number, sent: Sent = {}) {
  calls += 1;
  const now = new Date().toISOString();
  const events = Array.from({ length: count }, (_, n) => ({
    type: 'track',
    id: `${calls} ${n}`,
    key: 'bought',
    uid: `user-${n}`,
    at: now,
  }));
  return ask('/api/events', { events }, sent);
}

const evaluate = (sent: Sent = {}) => ask(FLAGS, { context: { targetingKey: 'ana' } }, sent);

/** The refusal as clients of the service know it, with its `Retry-After` within these bounds. */
function refused(
  { status, retryAfter, text }: Awaited<ReturnType<typeof ask>>,
  [least, most]: readonly [number, number],
) {
  expect(retryAfter).toBeGreaterThanOrEqual(least);
  expect(retryAfter).toBeLessThanOrEqual(most);
  const { error_code: code, meta_data: meta } = JSON.parse(text);
  return { status, code, limit: meta.limit };
}

const beyond = (limit: string) => ({ status: 429, code: 'RATE_LIMITED', limit });
/** Refusals of OFREP have the shape of its protocol. */
const OFREP_REFUSAL = { errorCode: 'GENERAL', errorDetails: 'RATE_LIMITED' };

async function metricOfEdge(name: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${edgeUrl}/metrics`, { headers })).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

async function limitedAtService() {
  const status = `/api/apps/${shop.application.id}/env/${shop.environmentId}/status`;
  const { token } = shop.admin;
  return (await server.call<EnvironmentStatus>('GET', status, { token })).body.limited;
}

describe('FAIR-13: events that come through an edge node', () => {
  it('are counted by the address of their sender, where TRUST_PROXY of the service names the edge', async () => {
    await open({ ...POINTS, ...BEHIND_PROXY }, BEHIND_PROXY);
    expect(await send(1_000, { from: '198.51.100.1' })).toMatchObject({ status: 200 });
    expect(refused(await send(1_000, { from: '198.51.100.1' }), [1, 100])).toEqual(
      beyond('ADDRESS'),
    );
    expect(await send(1_000, { from: '198.51.100.2' })).toMatchObject({ status: 200 });
    await expect.poll(limitedAtService).toEqual([{ limit: 'ADDRESS', calls: 1 }]);
    expect(await metricOfEdge('comporta_limited_total{limit="ADDRESS",kind="CLIENT"}')).toBeNaN();
    expect(lines.filter(({ address }) => address !== undefined)).toEqual([]);
  });

  it('FAIR-12: count as those of one network where it does not, and one warning names the edge', async () => {
    await open(POINTS, BEHIND_PROXY);
    expect(await send(1_000, { from: '198.51.100.1' })).toMatchObject({ status: 200 });
    expect(refused(await send(1_000, { from: '198.51.100.2' }), [1, 100])).toEqual(
      beyond('ADDRESS'),
    );
    const warnings = lines.filter(({ address }) => address !== undefined);
    expect(warnings).toMatchObject([
      { level: 'warn', address: '127.0.0.1', msg: expect.stringContaining('TRUST_PROXY') },
    ]);
  });
});

describe('FAIR-11, FAIR-13: what an edge node refuses itself', () => {
  it('ADDRESS: who calls too often from one address is held, and then refused; other addresses are answered', async () => {
    await open({}, { ...BEHIND_PROXY, CLIENT_REQUESTS_PER_SECOND: '1' });
    const mine = { from: '198.51.100.1' };
    expect(await evaluate(mine)).toMatchObject({ status: 200 });
    const held = [evaluate(mine), send(1, mine)] as const;
    await expect.poll(() => metricOfEdge('comporta_held_calls')).toBe(2);
    expect(await evaluate({ from: '198.51.100.2' })).toMatchObject({ status: 200 });
    at += 1_000;
    const [evaluation, events] = await Promise.all(held);
    expect(evaluation).toMatchObject({ status: 429, retryAfter: 1 });
    expect(JSON.parse(evaluation.text)).toMatchObject(OFREP_REFUSAL);
    expect(refused(events, [1, 1])).toEqual(beyond('ADDRESS'));
    expect(await metricOfEdge('comporta_limited_total{limit="ADDRESS",kind="CLIENT"}')).toBe(2);
  });

  it('SHARE: who had its part of a busy node is held, and then refused; other applications are answered', async () => {
    const [mine, other] = (await open({}, {}, 2)).map(({ environmentKey: key }) => ({ key }));
    utilisation = 1;
    for (const sent of [mine, other]) expect(await evaluate(sent)).toMatchObject({ status: 200 });
    // The least that there is for two: 1,000 points a second each, 20 of them at once.
    await expect.poll(() => metricOfEdge('comporta_share_level')).toBe(1_000);
    expect(await send(1_000, mine)).toMatchObject({ status: 200 });
    const held = [evaluate(mine), send(1, mine)] as const;
    await expect.poll(() => metricOfEdge('comporta_held_calls')).toBe(2);
    expect(await evaluate(other)).toMatchObject({ status: 200 });
    at += 1_000;
    const [evaluation, events] = await Promise.all(held);
    expect(evaluation.status).toBe(429);
    expect(JSON.parse(evaluation.text)).toMatchObject(OFREP_REFUSAL);
    expect(refused(events, [1, 3])).toEqual(beyond('SHARE'));
  });

  it('STREAMS: no more streams of an environment than it may have', async () => {
    await open({}, { STREAMS_PER_ENVIRONMENT: '3' });
    const authorization = `Bearer ${shop.environmentKey}`;
    const openOne = () => fetch(`${edgeUrl}/api/sdk/stream`, { headers: { authorization } });
    const opened = [await openOne(), await openOne(), await openOne()];
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
    const fourth = await ask('/api/sdk/stream', undefined, { key: shop.environmentKey });
    expect(refused(fourth, [60, 60])).toEqual(beyond('STREAMS'));
    for (const { body } of opened) await body?.cancel();
  });
});

describe('FAIR-11, FAIR-13: what an edge node passes on as the service said it', () => {
  it('EVENTS: more events than may wait, where it keeps none itself', async () => {
    await open({}, { EDGE_SPOOL_MB: '0' });
    const mine = { key: shop.environmentKey };
    const refusals: Awaited<ReturnType<typeof send>>[] = [];
    const sent = await onLoneConnection(server.database.url, async (sql) => {
      await sql.execute('lock table metric_events in exclusive mode');
      const begun = Array.from({ length: 18 }, async () => {
        const answer = await send(1_000, mine);
        if (answer.status === 429) refusals.push(answer);
        return answer.status;
      });
      // A company alone fills three quarters of the room.
      await expect.poll(() => refusals.length).toBeGreaterThanOrEqual(3);
      return begun;
    });
    // On a very slow machine, some waited for more than 5 s.
    for (const status of await Promise.all(sent)) expect([200, 429, 503]).toContain(status);
    for (const one of refusals) expect(refused(one, [1, 5])).toEqual(beyond('EVENTS'));
  });

  it("DAY: more events than an environment's quota of the day", async () => {
    // The test must not begin on one UTC day and end on the next.
    const hour = 60 * 60_000;
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / hour) * hour });
    await open({ EVENTS_PER_DAY: '10' }, {});
    const mine = { key: shop.environmentKey };
    expect(await send(10, mine)).toMatchObject({ status: 200 });
    expect(refused(await send(1, mine), [600, 3_600])).toEqual(beyond('DAY'));
  });

  it('LARGE: has no place here, because exports and imports are asked of the service', async () => {
    await open({}, {});
    const path = `/api/apps/${shop.application.id}/export`;
    expect(await ask(path, undefined, { key: shop.admin.token })).toMatchObject({ status: 404 });
  });
});

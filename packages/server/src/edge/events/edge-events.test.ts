import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { unitKey, unitOf } from '../../event-store/ingest/units.ts';
import { newId } from '../../platform/base/ids.ts';
import { metricEvents, unitSecrets } from '../../tables/events.ts';
import { addressOf, type EdgeBeside, openEdgeBeside } from '../../testing/edge/edge-beside.ts';
import {
  type GateMode,
  openUpstreamGate,
  type UpstreamGate,
} from '../../testing/edge/upstream-gate.ts';
import { type MeasuredShop, openMeasuredShop } from '../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const METRICS_TOKEN = 'who may ask for metrics';
const HOUR_MS = 60 * 60_000;

let server: TestServer;
let shop: MeasuredShop;
let gate: UpstreamGate;
let edge: EdgeBeside;
let stack: AsyncDisposableStack;

beforeAll(async () => {
  server = await startTestServer();
  await server.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  server.http.server.closeAllConnections();
  await server.close();
});
beforeEach(async () => {
  // A retry comes at a random moment of its span: here soon.
  const { random } = Math;
  vi.spyOn(Math, 'random').mockImplementation(() => random() / 20);
  stack = new AsyncDisposableStack();
  shop = await openMeasuredShop(server);
  gate = stack.use(await openUpstreamGate(addressOf(server)));
  edge = await open();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await stack.disposeAsync();
});

async function open(settings: Readonly<Record<string, string>> = {}, folder?: string) {
  const keys = [shop.environmentKey];
  const more = { METRICS_TOKEN, ...settings };
  const opened = await openEdgeBeside({ upstream: gate.url, keys, settings: more, folder });
  return stack.use(opened);
}

const track = (uid: string, more: object = {}) => ({
  type: 'track',
  id: newId(),
  key: 'purchase',
  uid,
  at: new Date().toISOString(),
  ...more,
});

async function send(events: readonly object[], more: object = {}, key = shop.environmentKey) {
  const answer = await fetch(`${edge.url}/api/events`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'user-agent': 'shop/7',
    },
    body: JSON.stringify({ events, ...more }),
  });
  const { status, headers } = answer;
  return { status, retryAfter: headers.get('retry-after'), body: JSON.parse(await answer.text()) };
}

const accepted = (count: number) => ({ accepted: count, duplicates: 0, rejected: [] });
const kept = (count: number) => ({ status: 200, body: accepted(count) });

/** What is stored of users. */
async function stored(...uids: readonly string[]) {
  const { sql } = server.database;
  const secrets = await sql
    .select()
    .from(unitSecrets)
    .where(eq(unitSecrets.environmentId, shop.environmentId));
  const key = unitKey(secrets[0]?.secret ?? '');
  const rows = await sql.select().from(metricEvents);
  return uids.map((uid) => rows.filter(({ unit }) => unit === unitOf(key, { value: uid })));
}

const countOf = async (uid: string) => (await stored(uid))[0]?.length;

async function metric(name: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${edge.url}/metrics`, { headers })).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

async function status() {
  const { environments } = JSON.parse(await (await fetch(`${edge.url}/status`)).text());
  return environments[0].events;
}

const limited = (limit?: string, retryAfter = 1): GateMode => ({
  status: 429,
  body: { error_code: 'RATE_LIMITED', ...(limit && { meta_data: { limit } }) },
  retryAfter,
});

describe('RES-32: events that the service does not take now', () => {
  it('are kept when it does not answer in time, and the next ones at once; it counts each once when it answers again', async () => {
    gate.mode = 'FREEZE';
    const ana = track('ana');
    expect(await send([ana])).toMatchObject(kept(1));
    const calls = gate.calls.length;
    expect(await send([track('bea'), track('bea')])).toMatchObject(kept(2));
    expect(await status()).toMatchObject({ waiting: 3, refused: 0 });
    gate.mode = 'PASS';
    gate.thaw();
    await expect.poll(() => countOf('bea')).toBe(2);
    expect(gate.calls.slice(0, calls).every(({ body }) => body.events[0]?.uid === 'ana')).toBe(
      true,
    );
    expect(await countOf('ana')).toBe(1);
    expect(await send([ana])).toMatchObject({ body: { accepted: 0, duplicates: 1 } });
    await expect.poll(status).toMatchObject({ waiting: 0, forwardedAt: expect.any(String) });
    expect(await metric('comporta_edge_events_spooled_total')).toBe(3);
    expect(await metric('comporta_edge_events_forwarded_total')).toBe(3);
    expect(await metric('comporta_edge_spool_bytes')).toBe(0);
  });

  it('count once when it had stored them, and only its answer was lost', async () => {
    gate.mode = 'LOSE';
    expect(await send([track('ana')])).toMatchObject(kept(1));
    expect(await countOf('ana')).toBe(1);
    gate.mode = 'PASS';
    await expect.poll(status).toMatchObject({ waiting: 0, forwardedAt: expect.any(String) });
    expect(await countOf('ana')).toBe(1);
  });

  it.each<[string, GateMode]>([
    ['a broken connection', 'CUT'],
    ['502', { status: 502 }],
    ['503', { status: 503, body: { error_code: 'SERVICE_BUSY' }, retryAfter: 1 }],
    ['504', { status: 504 }],
    ['507', { status: 507, body: { error_code: 'STORAGE_FULL' } }],
    ['429 EVENTS', limited('EVENTS')],
    ['429 of 0.2.0', limited()],
  ])('are kept after %s', async (_, mode) => {
    gate.mode = mode;
    expect(await send([track('ana')])).toMatchObject(kept(1));
    gate.mode = 'PASS';
    await expect.poll(() => countOf('ana')).toBe(1);
  });

  it.each<[string, GateMode & object]>([
    ['429 ADDRESS', limited('ADDRESS', 7) as object as GateMode & object],
    ['429 SHARE', limited('SHARE', 2) as object as GateMode & object],
    ['429 DAY', limited('DAY', 900) as object as GateMode & object],
    ['500', { status: 500, body: { error_code: 'INTERNAL' } }],
    ['400', { status: 400, body: { error_code: 'INVALID_BODY' } }],
  ])('are not kept after %s, which is about the sender', async (_, mode) => {
    gate.mode = mode as GateMode;
    const answer = await send([track('ana')]);
    const { status: code, body, retryAfter } = Object(mode);
    expect(answer).toMatchObject({ status: code, body });
    expect(answer.retryAfter).toBe(retryAfter === undefined ? null : `${retryAfter}`);
    expect(await status()).toMatchObject({ waiting: 0 });
  });

  it('are not kept with EDGE_SPOOL_MB=0: 503, as in 0.2.0', async () => {
    edge = await open({ EDGE_SPOOL_MB: '0' });
    gate.mode = 'CUT';
    expect(await send([track('ana')])).toMatchObject({
      status: 503,
      body: { error_code: 'SERVICE_UNAVAILABLE' },
    });
  });

  it('are not kept while another process uses the folder: 503, as in 0.2.0', async () => {
    const folder = path.join(edge.folder, 'another');
    mkdirSync(path.join(folder, 'edge', 'events'), { recursive: true });
    writeFileSync(path.join(folder, 'edge', 'events', 'lock'), `${process.ppid} \n`);
    edge = await open({}, folder);
    gate.mode = 'CUT';
    expect(await send([track('ana')])).toMatchObject({ status: 503 });
    gate.mode = 'PASS';
    expect(await send([track('ana')])).toMatchObject(kept(1));
  });

  it('full: 429 for whoever has taken its part; others are kept', async () => {
    edge = await open({ EDGE_SPOOL_MB: '1' });
    gate.mode = 'CUT';
    const filling = Array.from({ length: 20_000 }, () => Math.random()).join();
    const page = () => send([{ ...track('ana'), filling }], {}, shop.clientKey);
    let last = await page();
    while (last.status === 200) last = await page();
    expect(last).toMatchObject({
      status: 429,
      retryAfter: '5',
      body: { error_code: 'RATE_LIMITED', meta_data: { limit: 'EVENTS' } },
    });
    expect(await send([track('bea')])).toMatchObject(kept(1));
  });
});

describe('SCL-30: what is checked before events are kept', () => {
  it('is what needs no database, by the codes of the service', async () => {
    const old = new Date(Date.now() - 8 * 24 * HOUR_MS).toISOString();
    const bad = [
      7,
      track('ana', { id: '' }),
      track('', {}),
      track('ana', { key: 'no key' }),
      track('ana', { value: 1e300 }),
      track('ana', { at: old }),
      { type: 'exposure', toggle: 'x', uid: 'ana', at: new Date().toISOString() },
    ] as object[];
    const events = [...bad, track('bea')];
    const atService = await send(events);
    gate.mode = 'CUT';
    const answer = await send(events);
    expect(answer).toMatchObject({ status: 200, body: { accepted: 1, duplicates: 0 } });
    const codes = ['INVALID_ITEM', 'INVALID_ID', 'INVALID_UID', 'INVALID_KEY', 'INVALID_VALUE'];
    const rejected = [...codes, 'TOO_OLD', 'INVALID_ITEM'].map((code, index) => ({ index, code }));
    expect(answer.body.rejected).toEqual(rejected);
    // The service has looked up the toggle before.
    expect(atService.body.rejected.slice(0, 6)).toEqual(rejected.slice(0, 6));
  });

  it('are key, JSON and size', async () => {
    gate.mode = 'CUT';
    await send([track('ana')]);
    expect(await send([], {}, 'cpt_env_unknown')).toMatchObject({ status: 401 });
    expect(await send([], { events: 7 })).toMatchObject({ body: { error_code: 'INVALID_BODY' } });
    expect(await send([], { sentAt: 'yesterday' })).toMatchObject({ status: 400 });
    const many = Array.from({ length: 1_001 }, () => track('ana'));
    expect(await send(many)).toMatchObject({ status: 413 });
    const packed = async (body: Uint8Array<ArrayBuffer>) => {
      const headers = {
        authorization: `Bearer ${shop.environmentKey}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      };
      const answer = await fetch(`${edge.url}/api/events`, { method: 'POST', headers, body });
      return answer.status;
    };
    expect(await packed(gzipSync(JSON.stringify({ events: [track('bea')] })))).toBe(200);
    expect(await packed(gzipSync('x'.repeat(2_000_000)))).toBe(413);
    expect(await packed(Buffer.from('no gzip'))).toBe(400);
    gate.mode = 'PASS';
    await expect.poll(() => countOf('bea')).toBe(1);
  });

  it('SCL-35: what the service refuses later is a metric', async () => {
    gate.mode = 'CUT';
    const wrong = { type: 'exposure', toggle: 'unknown', value: 'x', uid: 'ana' };
    expect(await send([{ ...wrong, at: new Date().toISOString() }])).toMatchObject(kept(1));
    gate.mode = 'PASS';
    await expect.poll(status).toMatchObject({ waiting: 0, refused: 1 });
    expect(await metric('comporta_edge_events_refused_total{code="UNKNOWN_TOGGLE"}')).toBe(1);
    expect(await metric('comporta_edge_events_forwarded_total')).toBe(0);
  });
});

describe('SCL-32: after hours in the spool', () => {
  it('events have the times that they had at the service: those of a right clock, a wrong one and of none', async () => {
    const start = Math.floor(Date.now() / 1_000) * 1_000;
    const reports = (uid: string, now: number) => {
      const at = (ms: number) => new Date(now + ms).toISOString();
      return [
        [[track(`${uid}-right`, { at: at(-5_000) })], { sentAt: at(0) }],
        // Ten minutes slow.
        [[track(`${uid}-slow`, { at: at(-605_000) })], { sentAt: at(-600_000) }],
        [[track(`${uid}-none`, { at: at(-5_000) })], {}],
      ] as const;
    };
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    for (const [events, more] of reports('direct', start)) await send(events, more);
    gate.mode = 'CUT';
    for (const [events, more] of reports('kept', start)) {
      expect(await send(events, more)).toMatchObject(kept(1));
    }
    await edge.stop();
    vi.setSystemTime(start + 5 * HOUR_MS);
    gate.mode = 'PASS';
    edge = await open({}, edge.folder);
    for (const which of ['right', 'slow', 'none']) {
      await expect.poll(() => countOf(`kept-${which}`)).toBe(1);
      const [direct, later] = await stored(`direct-${which}`, `kept-${which}`);
      const moved = Number(later?.[0]?.at) - Number(direct?.[0]?.at);
      expect(Math.abs(moved)).toBeLessThanOrEqual(1_000);
      expect(later?.[0]?.skewed).toBe(direct?.[0]?.skewed);
    }
  });

  it('calls of more than 7 days ago are dropped, and counted', async () => {
    gate.mode = 'CUT';
    await send([track('ana'), track('bea')]);
    await edge.stop();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 169 * HOUR_MS });
    gate.mode = 'PASS';
    edge = await open({}, edge.folder);
    await expect.poll(() => metric('comporta_edge_events_dropped_total{reason="TOO_OLD"}')).toBe(2);
    expect(await status()).toMatchObject({ waiting: 0 });
    expect(await countOf('ana')).toBe(0);
  });
});

describe('SCL-33: what waits is sent', () => {
  it('call by call, the oldest first, with the key and the name of the sender', async () => {
    gate.mode = 'CUT';
    await send([track('first'), track('first')], { sentAt: new Date().toISOString() });
    await send([track('second')], {}, shop.clientKey);
    await send([track('third')]);
    const tried = gate.calls.length;
    gate.mode = 'PASS';
    await expect.poll(() => countOf('third')).toBe(1);
    const sent = gate.calls.slice(tried).filter(({ body }) => body.events.length > 0);
    const uids = sent.map(({ body }) => body.events.map(({ uid }) => uid).join());
    expect(uids).toEqual(['first,first', 'second', 'third']);
    expect(sent.map(({ key }) => key)).toEqual([
      shop.environmentKey,
      shop.clientKey,
      shop.environmentKey,
    ]);
    expect(sent.map(({ userAgent }) => userAgent)).toEqual(['shop/7', 'shop/7', 'shop/7']);
    expect(sent.map(({ body }) => 'sentAt' in body)).toEqual([true, false, false]);
  });

  it('in halves after 413 and after the third 500; what is not accepted alone is dropped, and nothing else', async () => {
    gate.mode = 'CUT';
    await send(['a', 'b', 'large', 'c', 'd'].map((uid) => track(uid)));
    gate.mode = ({ body: { events } }) =>
      events.some(({ uid }) => uid === 'large') ? { status: 413 } : 'PASS';
    const isEmpty = () => expect.poll(status, { timeout: 60_000 }).toMatchObject({ waiting: 0 });
    await isEmpty();
    gate.mode = 'CUT';
    await send(['e', 'bad', 'f'].map((uid) => track(uid)));
    gate.mode = ({ body: { events } }) =>
      events.some(({ uid }) => uid === 'bad')
        ? { status: 500, body: { error_code: 'INTERNAL' } }
        : 'PASS';
    await isEmpty();
    const all = await stored('a', 'b', 'large', 'c', 'd', 'e', 'bad', 'f');
    expect(all.map(({ length }) => length)).toEqual([1, 1, 0, 1, 1, 1, 0, 1]);
    expect(await metric('comporta_edge_events_dropped_total{reason="NOT_ACCEPTED"}')).toBe(2);
  }, 120_000);

  it('not with a key that is not valid any more: those calls are dropped, and the others sent', async () => {
    gate.mode = 'CUT';
    await send([track('page')], {}, shop.clientKey);
    await send([track('server')]);
    gate.mode = ({ key }) =>
      key === shop.clientKey ? { status: 401, body: { error_code: 'UNAUTHORIZED' } } : 'PASS';
    await expect.poll(() => countOf('server')).toBe(1);
    expect(await countOf('page')).toBe(0);
    expect(await metric('comporta_edge_events_dropped_total{reason="KEY_REFUSED"}')).toBe(1);
  });

  it('by the next process, when the service was away to the end of this one', async () => {
    gate.mode = 'CUT';
    await send([track('ana')]);
    await edge.stop();
    expect(await countOf('ana')).toBe(0);
    gate.mode = 'PASS';
    edge = await open({}, edge.folder);
    await expect.poll(() => countOf('ana')).toBe(1);
  });
});

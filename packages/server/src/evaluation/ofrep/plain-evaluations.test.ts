import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exposures } from '../../tables/events.ts';
import { createToggle } from '../../testing/builders.ts';
import { EVEN_SPLIT, type MeasuredShop, openMeasuredShop } from '../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ALL = '/ofrep/v1/evaluate/flags';
const METRICS_TOKEN = 'who may ask for metrics';
const ANA = JSON.stringify({ context: { targetingKey: 'ana', country: 'PT' } });

let server: TestServer;
let shop: MeasuredShop;
let phaseId: string;
let one: string;
let port: number;

beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN });
  shop = await openMeasuredShop(server, [EVEN_SPLIT], async (applicationId) => {
    await createToggle(server, applicationId, { name: 'a b' });
    await createToggle(server, applicationId, { name: 'long', values: ['x'.repeat(2_000), 'y'] });
  });
  one = `${ALL}/${shop.experiment.toggleName}`;
  const { phases } = await shop.start();
  phaseId = phases[0]?.id ?? '';
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.http.server.address() as AddressInfo); // It listens on a port.
});
afterAll(() => server.close());

/** How often Fastify called a route handler. */
let routed = 0;
const countRouted = () => {
  routed += 1;
};
const ROUTED = 'tracing:fastify.request.handler:start';
beforeAll(() => subscribe(ROUTED, countRouted));
afterAll(() => unsubscribe(ROUTED, countRouted));
afterEach(() => {
  routed = 0;
});

interface SentRequest {
  readonly path?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function headersOf({ headers = {} }: SentRequest): Record<string, string> {
  return {
    authorization: `Bearer ${shop.environmentKey}`,
    'content-type': 'application/json',
    'x-request-id': 'said-by-the-caller',
    ...headers,
  };
}

/** Sends a request over a connection, as customers' systems do. */
async function ask(asked: SentRequest) {
  const { path = one, body = ANA } = asked;
  const length = asked.headers?.['transfer-encoding'] ? {} : { 'content-length': `${body.length}` };
  const headers = { ...headersOf(asked), ...length };
  const sent = openRequest({ host: '127.0.0.1', port, method: 'POST', path, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answerOf(answer.statusCode, answer.headers, await text(answer));
}

/** The same request, answered by Fastify alone. */
async function askRoute(asked: SentRequest) {
  const { path: url = one, body: payload = ANA } = asked;
  const headers = headersOf(asked);
  const answer = await server.http.inject({ method: 'POST', url, payload, headers });
  return answerOf(answer.statusCode, answer.headers, answer.payload);
}

function answerOf(status: number | undefined, headers: object, body: string) {
  const { date, connection, 'keep-alive': alive, ...said } = headers as Record<string, unknown>;
  // Fastify's `inject` answers some headers as numbers, which are text on the wire.
  const texts = Object.entries(said).map(([name, value]) => [name, String(value)]);
  return { status, headers: Object.fromEntries(texts), body };
}

describe('a plain evaluation has the same response as the route, header by header', () => {
  it.each<[string, () => SentRequest]>([
    ['one toggle', () => ({})],
    ['all toggles', () => ({ path: ALL })],
    ['a long response', () => ({ path: `${ALL}/long` })],
    ['with a charset', () => ({ headers: { 'content-type': 'application/json; charset=utf-8' } })],
    [
      'a short response to a client that accepts gzip',
      () => ({ headers: { 'accept-encoding': 'gzip' } }),
    ],
    [
      'HOS-15: with the scheme in lower case',
      () => ({ headers: { authorization: `bearer ${shop.environmentKey}` } }),
    ],
    [
      'with X-API-Key',
      () => ({ headers: { authorization: '', 'x-api-key': shop.environmentKey } }),
    ],
  ])('%s', async (_what, asked) => {
    const byRoute = await askRoute(asked());
    expect(routed).toBe(1);
    expect(await ask(asked())).toEqual(byRoute);
    expect(routed).toBe(1);
    expect(byRoute.status).toBe(200);
  });
});

describe('everything else is left to the route', () => {
  it.each<[string, number, () => SentRequest]>([
    ['an unknown toggle', 404, () => ({ path: `${ALL}/nothing` })],
    ['an inherited name', 404, () => ({ path: `${ALL}/constructor` })],
    ['a name that needs encoding', 200, () => ({ path: `${ALL}/a%20b` })],
    ['a split without a targeting key', 400, () => ({ body: '{"context":{}}' })],
    ['a body that is not JSON', 400, () => ({ body: '{"context":' })],
    ['half a surrogate pair', 400, () => ({ body: '{"context":{"targetingKey":"\\ud800"}}' })],
    ['no context', 400, () => ({ body: '{}' })],
    [
      'a targeting key that is not a string',
      400,
      () => ({ body: '{"context":{"targetingKey":1}}' }),
    ],
    ['no key', 401, () => ({ headers: { authorization: '' } })],
    ['a wrong key', 401, () => ({ headers: { authorization: `Bearer ${shop.clientKey}x` } })],
    ['a client key', 200, () => ({ headers: { authorization: `Bearer ${shop.clientKey}` } })],
    ['a request of a page', 200, () => ({ headers: { origin: 'https://shop.example' } })],
    [
      'HOS-15: a plain body that is said to be packed',
      415,
      () => ({ headers: { 'content-encoding': 'gzip' } }),
    ],
    ['another content type', 415, () => ({ headers: { 'content-type': 'text/plain' } })],
    [
      'a request with a trace',
      200,
      () => ({ headers: { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` } }),
    ],
    [
      'a client that accepts gzip',
      200,
      () => ({ path: ALL, headers: { 'accept-encoding': 'gzip' } }),
    ],
    ['a query string', 200, () => ({ path: `${ALL}?flagConfigEtag=1` })],
    ['a body of unknown length', 200, () => ({ headers: { 'transfer-encoding': 'chunked' } })],
  ])('%s', async (_what, status, asked) => {
    const byRoute = await askRoute(asked());
    const byRoutes = routed;
    expect(await ask(asked())).toEqual(byRoute);
    expect(routed).toBe(2 * byRoutes);
    expect(byRoute.status).toBe(status);
  });

  it('a request that is answered 304', async () => {
    const { headers } = await ask({ path: ALL });
    const asked = { path: ALL, headers: { 'if-none-match': headers.etag ?? '' } };
    expect(await ask(asked)).toMatchObject({ status: 304, body: '' });
  });
});

it('a plain evaluation is counted, measured and recorded as an exposure like any other', async () => {
  const before = await numbers();
  const routedBefore = routed;
  const uids = ['ana', 'ben', 'cleo'];
  for (const uid of uids) await ask({ body: JSON.stringify({ context: { targetingKey: uid } }) });
  await ask({ path: ALL });
  expect(routed).toBe(routedBefore);
  const after = await numbers();
  expect(after.one - before.one).toBe(3);
  expect(after.all - before.all).toBe(1);
  expect(after.measured - before.measured).toBe(3);
  await expect.poll(() => exposed()).toBe(uids.length);
});

/** How many evaluations of one toggle and of all toggles were counted, and how many durations of one were measured. */
async function numbers() {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { payload } = await server.http.inject({ method: 'GET', url: '/metrics', headers });
  const lines = payload.split('\n');
  const sumOf = (...parts: readonly string[]) =>
    lines
      .filter((line) => parts.every((part) => line.includes(part)))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  return {
    one: sumOf('comporta_evaluations_total{', 'kind="ofrep"'),
    all: sumOf('comporta_evaluations_total{', 'kind="ofrep-bulk"'),
    measured: sumOf('duration_seconds_count{', `route="${ALL}/:key"`, 'status="200"'),
  };
}

async function exposed(): Promise<number> {
  return server.database.sql.$count(exposures, eq(exposures.phaseId, phaseId));
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const TOKEN = 'a token of the operator';

let open: TestServer;
let guarded: TestServer;

beforeAll(async () => {
  open = await startTestServer();
  guarded = await startTestServer({ METRICS_TOKEN: TOKEN });
});
afterAll(async () => {
  await open.close();
  await guarded.close();
});

function scrape(
  { http }: TestServer,
  request: { remoteAddress?: string; headers?: Record<string, string> },
) {
  return http.inject({ method: 'GET', url: '/metrics', ...request });
}

describe('metrics', () => {
  it('tell requests by route and status, the event loop, connections and hashing', async () => {
    await open.call('GET', '/api/apps/1/properties');
    const { payload } = await scrape(open, {});
    expect(payload).toContain(
      'comporta_http_request_duration_seconds_count{method="GET",route="/api/apps/:appId/properties",status="401"} 1',
    );
    expect(payload).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(payload).toMatch(/^comporta_database_connections\{state="waiting"\} 0$/m);
    expect(payload).toMatch(/^comporta_password_hashing\{state="running"\} 0$/m);
  });

  it('tell how long requests took in buckets that contain the ones before, each series once', async () => {
    for (let call = 0; call < 3; call++) await open.call('GET', '/livez');
    const { payload } = await scrape(open, {});
    const livez = /^comporta_http_request_duration_seconds_(\w+)\{.*route="\/livez".*\} (.*)$/gm;
    const values = [...payload.matchAll(livez)].map(([, name, value]) => [name, Number(value)]);
    const buckets = values.filter(([name]) => name === 'bucket').map(([, count]) => count);
    expect(buckets).toHaveLength(13);
    expect(buckets).toEqual([...buckets].sort());
    expect(buckets.at(-1)).toBe(3);
    expect(values).toContainEqual(['count', 3]);
    expect(Object.fromEntries(values).sum).toBeGreaterThan(0);

    const series = payload.split('\n').flatMap((line) => /^(\w+(\{.*\})?) /.exec(line)?.[1] ?? []);
    expect(new Set(series).size).toBe(series.length);
    expect(payload).toMatch(/^# TYPE comporta_http_request_duration_seconds histogram$/m);
  });

  it('FORBIDDEN: without METRICS_TOKEN they are for this machine only, not for callers behind a proxy on it', async () => {
    expect((await scrape(open, { remoteAddress: '::ffff:127.0.0.1' })).statusCode).toBe(200);
    expect((await scrape(open, { remoteAddress: '10.0.0.7' })).statusCode).toBe(403);
    const forwarded = { headers: { 'x-forwarded-for': '127.0.0.1' } };
    expect((await scrape(open, forwarded)).statusCode).toBe(403);
  });

  it('UNAUTHORIZED: METRICS_TOKEN is asked of everybody', async () => {
    const authorization = `Bearer ${TOKEN}`;
    const withToken = { remoteAddress: '10.0.0.7', headers: { authorization } };
    expect((await scrape(guarded, withToken)).statusCode).toBe(200);
    expect((await scrape(guarded, {})).statusCode).toBe(401);
    expect((await scrape(guarded, { headers: { authorization: TOKEN } })).statusCode).toBe(401);
  });
});

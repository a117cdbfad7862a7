import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { eventMeasures } from '../edge/events/event-measures.ts';
import type { EventTotals } from '../edge/events/event-totals.ts';
import { createTally } from '../platform/base/tally.ts';
import { VERSION } from '../platform/base/version.ts';
import { createApplication, createCompany, createEnvironmentKey } from '../testing/builders.ts';
import { findFreePort } from '../testing/spawned-service.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openMetricsAddress } from './metrics-address.ts';

/** What an edge node has, by name; no value is read here. */
const OF_EDGES = new Map(
  eventMeasures({
    totals: {} as EventTotals,
    dropped: createTally('environment'),
    spool: () => {
      throw new Error('not read');
    },
  }).map(({ name, type }) => [name, type]),
);

const TOKEN = 'a token of the operator';

let closed: TestServer;
let guarded: TestServer;

beforeAll(async () => {
  closed = await startTestServer();
  guarded = await startTestServer({ METRICS_TOKEN: TOKEN });
});
afterAll(async () => {
  await closed.close();
  await guarded.close();
});

const WITH_TOKEN = { headers: { authorization: `Bearer ${TOKEN}` } };

function scrape(
  { http }: TestServer,
  request: { remoteAddress?: string; headers?: Record<string, string> },
) {
  return http.inject({ method: 'GET', url: '/metrics', ...request });
}

describe('metrics', () => {
  it('include requests by route and status, the event loop, connections and hashing', async () => {
    await guarded.call('GET', '/api/apps/1/properties');
    const { payload } = await scrape(guarded, WITH_TOKEN);
    expect(payload).toContain(
      'comporta_http_request_duration_seconds_count{method="GET",route="/api/apps/:appId/properties",status="401"} 1',
    );
    expect(payload).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(payload).toMatch(/^comporta_database_connections\{state="waiting"\} 0$/m);
    expect(payload).toMatch(/^comporta_password_hashing\{state="running"\} 0$/m);
  });

  it('have a histogram of request durations with cumulative buckets, each series once', async () => {
    for (let call = 0; call < 3; call++) await guarded.call('GET', '/livez');
    const { payload } = await scrape(guarded, WITH_TOKEN);
    const livez = /^comporta_http_request_duration_seconds_(\w+)\{.*route="\/livez".*\} (.*)$/gm;
    const values = [...payload.matchAll(livez)].map(([, name, value]) => [name, Number(value)]);
    const buckets = values.filter(([name]) => name === 'bucket').map(([, count]) => count);
    expect(buckets).toHaveLength(15);
    expect(buckets).toEqual([...buckets].sort());
    expect(buckets.at(-1)).toBe(3);
    expect(values).toContainEqual(['count', 3]);
    expect(Object.fromEntries(values).sum).toBeGreaterThan(0);

    const series = payload.split('\n').flatMap((line) => /^(\w+(\{.*\})?) /.exec(line)?.[1] ?? []);
    expect(new Set(series).size).toBe(series.length);
    expect(payload).toMatch(/^# TYPE comporta_http_request_duration_seconds histogram$/m);
  });

  it('OPS-08: include the build, evaluations, refusals, queues, snapshots, streams and disk space', async () => {
    const { accountId } = await createCompany(guarded);
    const { environmentIds } = await createApplication(guarded, accountId);
    const [id = ''] = environmentIds;
    const key = await createEnvironmentKey(guarded, id);
    await guarded.call('GET', '/api/toggles?uid=ana', { token: key });
    await guarded.call('POST', '/ofrep/v1/evaluate/flags', { token: key, body: { context: {} } });
    await guarded.call('POST', '/ofrep/v1/evaluate/flags', {
      token: 'none',
      body: { context: {} },
    });
    const { payload } = await scrape(guarded, WITH_TOKEN);
    for (const line of [
      `comporta_build_info{version="${VERSION}",node="${process.versions.node}"} 1`,
      `comporta_evaluations_total{environment="${id}",kind="fetch"} 1`,
      `comporta_evaluations_total{environment="${id}",kind="ofrep-bulk"} 1`,
      'comporta_refusals_total{route="/ofrep/v1/evaluate/flags",code="UNAUTHORIZED"} 1',
      'comporta_queue_length{queue="mails"} 0',
      'comporta_queue_oldest_seconds{queue="webhooks"} 0',
      `comporta_snapshot_revision{environment="${id}"} 0`,
      'comporta_event_streams 0',
      'comporta_storage_has_room 1',
    ]) {
      expect(payload.split('\n')).toContain(line);
    }
    expect(payload).not.toContain('method="HEAD,GET"');
  });

  it('NOT_FOUND, SEC-11: without token and address there are none, not even for this machine', async () => {
    for (const headers of [{}, { authorization: `Bearer ${TOKEN}` }]) {
      const answer = await scrape(closed, { remoteAddress: '127.0.0.1', headers });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ error_code: 'NOT_FOUND' });
    }
  });

  it('UNAUTHORIZED, SEC-11: METRICS_TOKEN is required from all clients, including this machine', async () => {
    expect((await scrape(guarded, { remoteAddress: '10.0.0.7', ...WITH_TOKEN })).statusCode).toBe(
      200,
    );
    expect((await scrape(guarded, { remoteAddress: '127.0.0.1' })).statusCode).toBe(401);
    expect((await scrape(guarded, { headers: { authorization: TOKEN } })).statusCode).toBe(401);
  });

  it('SEC-11: METRICS_LISTEN serves only the metrics, and the main port does not serve them', async () => {
    const port = await findFreePort();
    const server = await startTestServer({ METRICS_LISTEN: `127.0.0.1:${port}` });
    const own = `http://127.0.0.1:${port}`;
    const statusOf = async (path: string, init?: RequestInit) =>
      (await fetch(`${own}${path}`, init)).status;

    await server.call('GET', '/livez');
    const answer = await fetch(`${own}/metrics`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/_count\{method="GET",route="\/livez",status="200"\} 1/);
    expect(await statusOf('/metrics', { method: 'POST' })).toBe(404);
    expect(await statusOf('/livez')).toBe(404);
    expect((await scrape(server, { remoteAddress: '127.0.0.1' })).statusCode).toBe(404);

    await server.close();
    await expect(fetch(`${own}/metrics`)).rejects.toThrow();
  });

  it('SEC-11: METRICS_LISTEN also requires METRICS_TOKEN when both are set', async () => {
    const port = await findFreePort();
    const METRICS_LISTEN = `127.0.0.1:${port}`;
    const server = await startTestServer({ METRICS_LISTEN, METRICS_TOKEN: TOKEN });
    const own = `http://${METRICS_LISTEN}/metrics`;
    expect((await fetch(own)).status).toBe(401);
    expect((await fetch(own, WITH_TOKEN)).status).toBe(200);
    expect((await scrape(server, WITH_TOKEN)).statusCode).toBe(404);
    await server.close();
  });

  it('SEC-11: when the address of METRICS_LISTEN is in use, the start fails with an error that names it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo; // Of a TCP server.
    const second = openMetricsAddress({ host: '127.0.0.1', port }, () => Promise.reject());
    await expect(second.listen()).rejects.toThrow(/^METRICS_LISTEN cannot be used: .*EADDRINUSE/);
    other.close();
  });

  it('OPS-08: operating.md lists exactly the metrics of the service and of edge nodes', async () => {
    const page = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
    const named = new Set(page.match(/\bcomporta_\w+/g));
    const { payload } = await scrape(guarded, WITH_TOKEN);
    const there = [...payload.matchAll(/^# TYPE (comporta_\w+) /gm)].map(([, name = '']) => name);
    expect([...named].sort()).toEqual([...new Set([...there, ...OF_EDGES.keys()])].sort());
  });

  it('OPS-08, OPR-13: the alert rules and the dashboard use existing metrics', async () => {
    const folder = new URL('../../../../deploy/monitoring/', import.meta.url);
    const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
    const { groups } = parse(read('alerts.yaml'));
    const rules: { alert: string; expr: string; annotations: { summary: string } }[] =
      groups[0].rules;
    const panels: { targets: { expr: string }[] }[] = JSON.parse(read('dashboard.json')).panels;
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(rules.every(({ annotations }) => annotations.summary !== '')).toBe(true);

    // OPR-13: what nobody sees otherwise.
    for (const [alert, metric] of [
      ['ComportaEventsRefused', 'comporta_http_request_duration_seconds_count'],
      ['ComportaEventsQuotaReached', 'comporta_events_today_ratio'],
      ['ComportaExposuresDropped', 'comporta_exposures_dropped_total'],
      ['ComportaFollowersRefused', 'comporta_refusals_total'],
      ['ComportaWebhooksFail', 'comporta_webhook_deliveries_total'],
    ]) {
      expect(rules.find((rule) => rule.alert === alert)?.expr, alert).toContain(metric);
    }

    const { payload } = await scrape(guarded, WITH_TOKEN);
    const there = new Map([
      ...OF_EDGES,
      ...[...payload.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(
        ([, name = '', type = '']) => [name, type] as const,
      ),
    ]);
    for (const expression of expressions) {
      for (const [name] of expression.matchAll(/\b(comporta|nodejs|process)_\w+/g)) {
        const base = name.replace(/_(bucket|count|sum)$/, '');
        const isThere = there.has(name) || there.get(base) === 'histogram';
        expect(isThere, `${name} in ${expression}`).toBe(true);
      }
    }
  });
});

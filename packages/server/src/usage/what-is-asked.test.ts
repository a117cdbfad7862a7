import { randomUUID } from 'node:crypto';
import type { UnknownToggle } from '@comporta/contract/usage/unknown-toggle-api';
import type { SeenClient, ToggleUsage } from '@comporta/contract/usage/usage-api';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { judgeSilentSenders } from '../event-store/uses/sender-repository.ts';
import { sweepUsesNow } from '../event-store/uses/sweep-uses.ts';
import { createToggle } from '../testing/builders.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer({
    CLIENT_REQUESTS_PER_SECOND: '1000000',
    CLIENT_POINTS_PER_SECOND: '1000000',
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

interface Asking {
  readonly key?: string;
  readonly userAgent?: string;
}

function ask(
  path: string,
  body: object,
  { key = shop.environmentKey, userAgent = 'ofrep/1' }: Asking = {},
) {
  const headers = { 'user-agent': userAgent };
  return server.call('POST', path, { token: key, body, headers });
}

const CONTEXT = { context: { targetingKey: 'ana' } };
const one = (name: string, by?: Asking) => ask(`/ofrep/v1/evaluate/flags/${name}`, CONTEXT, by);

async function get<Body>(path: string): Promise<Body> {
  const { body, status } = await server.call<Body>(
    'GET',
    `/api/apps/${shop.application.id}${path}`,
    {
      token: shop.admin.token,
    },
  );
  expect(status).toBe(200);
  return body;
}

const usage = () => get<ToggleUsage>(`/toggles/${shop.toggleId}/usage?envId=${shop.environmentId}`);
const clients = () => get<SeenClient[]>(`/envs/${shop.environmentId}/clients`);
const unknown = () => get<UnknownToggle[]>('/unknown-toggles');

/** Whether each program reports what it uses, by its name. */
async function reporting(): Promise<Record<string, boolean>> {
  return Object.fromEntries((await clients()).map(({ sdk, reportsUses }) => [sdk, reportsUses]));
}

describe('LIF-01, LIF-02: the service counts what it is asked by name', () => {
  it('single OFREP is a use, also by a client; bulk, the toggle fetch and the playground are none', async () => {
    const { toggleName } = shop.experiment;
    for (let n = 0; n < 3; n += 1) expect((await one(toggleName)).status).toBe(200);
    await one(toggleName, { key: shop.clientKey, userAgent: 'Mozilla/5.0 (X11)' });
    await one(toggleName, { key: shop.clientKey, userAgent: 'Mozilla/5.0 (Windows)' });
    await ask('/ofrep/v1/evaluate/flags', CONTEXT, { userAgent: 'kiosk/2.1' });
    await ask('/api/toggles', { uid: 'ana' });
    const { days, clients: who } = await usage();
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    expect(days.every(({ value, ruleId }) => value !== null && ruleId !== null)).toBe(true);
    const named = who.map(({ sdk, version, trusted }) => ({ sdk, version, trusted }));
    expect(named).toHaveLength(2);
    expect(named).toContainEqual({ sdk: 'Mozilla', version: '', trusted: false });
    expect(named).toContainEqual({ sdk: 'ofrep', version: '1', trusted: true });
  });
});

describe('LIF-26: a client that does not report', () => {
  it('got all values without saying that it counts, or rules without saying who it is', async () => {
    await ask('/ofrep/v1/evaluate/flags', CONTEXT, { userAgent: 'silent-bulk/1' });
    await ask(
      '/ofrep/v1/evaluate/flags',
      { ...CONTEXT, counts: true },
      { userAgent: 'counting-bulk/1' },
    );
    await ask('/api/toggles', { uid: 'ana' }, { userAgent: 'fetching/1' });
    for (const userAgent of ['comporta-old/0.2.0', `comporta-new/0.3.0 usage/${randomUUID()}`]) {
      await server.call('GET', '/api/sdk/snapshot', {
        token: shop.environmentKey,
        headers: { 'user-agent': userAgent },
      });
    }
    const item = { type: 'count', at: new Date().toISOString(), counts: [], asked: 'BULK' };
    await ask('/api/events', { events: [item] }, { userAgent: 'all-values/1' });
    expect(await reporting()).toEqual({
      'silent-bulk': false,
      'counting-bulk': true,
      fetching: false,
      'comporta-old': false,
      'comporta-new': true,
      'all-values': false,
    });
  });

  it('an edge node is no client: its clients are told of', async () => {
    await server.call('GET', '/api/sdk/snapshot', {
      token: shop.environmentKey,
      headers: { 'user-agent': 'comporta-edge/0.3.0 usage/relay' },
    });
    expect(await clients()).toEqual([]);
    const at = new Date().toISOString();
    const event = { type: 'count', at, sender: randomUUID(), counts: [] };
    const events = [
      { ...event, seq: 1, client: 'comporta-sdk/0.2.0', asked: 'SNAPSHOT' },
      { ...event, seq: 2, client: `their-sdk/0.3.0 usage/${randomUUID()}`, asked: 'SNAPSHOT' },
      { ...event, seq: 3, client: 'kiosk/1', asked: 'BULK' },
    ];
    await ask('/api/events', { events }, { userAgent: 'comporta-edge/0.3.0 usage/relay' });
    expect(await reporting()).toEqual({ 'comporta-sdk': false, 'their-sdk': true, kiosk: false });
  });

  /** A process that fetched the rules, reported or not, and lived for so many minutes until an hour and a bit ago. */
  async function process(name: string, lived: number, last?: { readonly end?: true }) {
    const sender = randomUUID();
    const userAgent = `${name}/0.3.0 usage/${sender}`;
    const token = shop.environmentKey;
    await server.call('GET', '/api/sdk/snapshot', { token, headers: { 'user-agent': userAgent } });
    await clients(); // Stores what was noted.
    const event = { type: 'count', at: new Date().toISOString(), sender, seq: 1, counts: [] };
    if (last !== undefined)
      await ask('/api/events', { events: [{ ...event, ...last }] }, { userAgent });
    await server.database.sql.execute(raw`
      update usage_senders set last_at = now() - interval '61 minutes',
        first_at = now() - interval '61 minutes' - make_interval(mins => ${lived})
      where sender = ${sender}`);
  }

  it('ended before it reported: a script of a second, and one of half a minute; but neither one that said so nor a server', async () => {
    await process('script-without-report', 0);
    await process('script-without-end', 1, {});
    await process('script-with-end', 1, { end: true });
    await process('killed-server', 11, {});
    await judgeSilentSenders(server.database.sql);
    expect(await reporting()).toEqual({
      'script-without-report': false,
      'script-without-end': false,
      'script-with-end': true,
      'killed-server': true,
    });
  });
});

describe('LIF-15, LIF-16: names that there are not', () => {
  const made = (count: number, start = 0) =>
    Array.from({ length: count }, (_, n) => ({ toggle: `made-up-${start + n}`, n: 1 }));
  const report = (names: object[], by?: Asking) =>
    ask(
      '/api/events',
      { events: [{ type: 'count', at: new Date().toISOString(), counts: [], unknown: names }] },
      by,
    );

  it('tell when they were asked for, whether there was one, and what may have been meant', async () => {
    const { id: applicationId } = shop.application;
    const gone = await createToggle(server, applicationId, { name: 'was-here' });
    const path = `/api/apps/${applicationId}/toggles/${gone}`;
    expect((await server.call('DELETE', path, { token: shop.admin.token })).status).toBe(204);
    await createToggle(server, applicationId, { name: 'servers-only', availableToClients: false });
    const { toggleName } = shop.experiment;
    await one('was-here');
    await one(`${toggleName}x`);
    await one(`${toggleName}x`);
    await one('servers-only');
    await one('servers-only', { key: shop.clientKey });
    await one('not a name');
    const found = await unknown();
    const of = (name: string) => found.find((one) => one.name === name);
    expect(found).toHaveLength(3);
    expect(of('was-here')).toMatchObject({ kind: 'DELETED', count: 1 });
    expect(of(`${toggleName}x`)).toMatchObject({ kind: 'NEVER', near: toggleName, count: 2 });
    expect(of('servers-only')).toMatchObject({ kind: 'HIDDEN', envId: shop.environmentId });

    await createToggle(server, applicationId, { name: `${toggleName}x` });
    expect((await unknown()).map(({ name }) => name).sort()).toEqual(['servers-only', 'was-here']);
  });

  it('are a hundred at most, twenty of them by client keys; a new one replaces none', async () => {
    for (let n = 0; n < 30; n += 1) await report(made(100, 100 * n), { key: shop.clientKey });
    expect(await unknown()).toHaveLength(20);
    for (let n = 0; n < 3; n += 1) await report(made(100, 10_000 + 100 * n));
    expect(await unknown()).toHaveLength(100);
    await report(made(1, 1));
    expect(await unknown()).toHaveLength(100);
  });

  it('go after two weeks', async () => {
    await report(made(2));
    const { sql } = server.database;
    await sql.execute(raw`
      update unknown_toggles set last_at = now() - interval '14 days 1 minute' where name = 'made-up-1'`);
    await sweepUsesNow(sql, 100);
    expect((await unknown()).map(({ name }) => name)).toEqual(['made-up-0']);
  });
});

describe('LIF-08: what anybody makes up fills no table', () => {
  it('with a client key: at most 52 programs, twenty names, and no row of a value or rule', async () => {
    const { toggleName } = shop.experiment;
    const at = new Date().toISOString();
    const makeUp = async (n: number) => {
      const counts = Array.from({ length: 50 }, (_, k) => ({
        toggle: toggleName,
        value: `value ${n} ${k}`,
        ruleId: randomUUID(),
        n: 1,
      }));
      const unknown = Array.from({ length: 10 }, (_, k) => ({ toggle: `made-${n}-${k}`, n: 1 }));
      const item = { type: 'count', at, counts, unknown };
      await ask(
        '/api/events',
        { events: [item] },
        { key: shop.clientKey, userAgent: `made-up-${n}/${n}` },
      );
      await one(toggleName, { key: shop.clientKey, userAgent: `asks-${n}/${n}` });
    };
    for (let n = 0; n < 300; n += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, k) => makeUp(n + k)));
    }
    expect((await clients()).length).toBeLessThanOrEqual(52);
    expect(await unknown()).toHaveLength(20);
    const { days } = await usage();
    expect(days.filter(({ value }) => value === null)).toMatchObject([{ count: 15_000 }]);
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(15_300);

    // The company's own programs still have names.
    await one(toggleName, { userAgent: 'shop-server/1.0' });
    expect((await clients())[0]).toMatchObject({ sdk: 'shop-server', trusted: true });
  });
});

describe('LIF-03, LIF-08: what is kept', () => {
  it('days go, and clients that asked for nothing for as long; when a toggle was last used stays', async () => {
    const { sql } = server.database;
    await one(shop.experiment.toggleName, { userAgent: 'old/1' });
    const before = await usage();
    expect(before.days).toHaveLength(1);
    await sql.execute(
      raw`update toggle_uses set day = day - 100 where environment_id = ${shop.environmentId}`,
    );
    await sweepUsesNow(sql, 100);
    expect(
      (
        await get<ToggleUsage>(
          `/toggles/${shop.toggleId}/usage?envId=${shop.environmentId}&days=400`,
        )
      ).days,
    ).toHaveLength(1);
    await sql.execute(raw`
      update toggle_uses set day = day - 1 where environment_id = ${shop.environmentId}`);
    await sql.execute(raw`
      update usage_clients set asked_at = now() - interval '101 days' where environment_id = ${shop.environmentId}`);
    await sweepUsesNow(sql, 100);
    const after = await usage();
    expect(after.days).toEqual([]);
    expect(after.clients).toMatchObject([{ sdk: '', lastUseAt: before.clients[0]?.lastUseAt }]);
  });

  it('nothing is left of a deleted toggle, and a late report does not bring it back', async () => {
    const { sql } = server.database;
    const { id: applicationId } = shop.application;
    const id = await createToggle(server, applicationId, { name: 'short-lived' });
    await one('short-lived');
    await clients();
    const path = `/api/apps/${applicationId}/toggles/${id}`;
    expect((await server.call('DELETE', path, { token: shop.admin.token })).status).toBe(204);
    await sweepUsesNow(sql, 100);
    for (const table of ['toggle_uses', 'toggle_clients']) {
      const { rows } = await sql.execute(
        raw`select from ${raw.identifier(table)} where toggle_id = ${id}`,
      );
      expect(rows).toEqual([]);
    }
  });
});

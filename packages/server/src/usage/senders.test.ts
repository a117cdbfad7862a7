import { randomUUID } from 'node:crypto';
import type { SeenClient, ToggleUsage } from '@comporta/contract/usage/usage-api';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMPANY_SENDERS_MOST, SENDERS_MOST } from '../event-store/uses/sender-room.ts';
import { createApplication, createEnvironmentKey } from '../testing/builders.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

interface Reported {
  readonly accepted: number;
  readonly duplicates: number;
}

/** A process with an environment key, or whichever is given. */
function processOf(name: string, key = shop.environmentKey) {
  const sender = randomUUID();
  const headers = { 'user-agent': `${name}/1.0 usage/${sender}` };
  return {
    sender,
    async report(seq: number, n = 1) {
      const counts = [{ toggle: shop.experiment.toggleName, value: 'enabled', n }];
      const at = new Date().toISOString();
      const events = [{ type: 'count', at, sender, seq, counts }];
      const { body } = await server.call<Reported>('POST', '/api/events', {
        ...{ token: key, headers },
        body: { events },
      });
      return body;
    },
    fetchRules: () => server.call('GET', '/api/sdk/snapshot', { token: key, headers }),
  };
}

async function get<Body>(path: string): Promise<Body> {
  const all = `/api/apps/${shop.application.id}${path}`;
  return (await server.call<Body>('GET', all, { token: shop.admin.token })).body;
}

/** Whether each program reports what it uses, by its name. */
async function reporting(environmentId = shop.environmentId): Promise<Record<string, boolean>> {
  const clients = await get<SeenClient[]>(`/envs/${environmentId}/clients`);
  return Object.fromEntries(clients.map(({ sdk, reportsUses }) => [sdk, reportsUses]));
}

async function sum(): Promise<number> {
  const { days } = await get<ToggleUsage>(
    `/toggles/${shop.toggleId}/usage?envId=${shop.environmentId}`,
  );
  return days.reduce((all, { count }) => all + count, 0);
}

async function sendersIn(environmentId = shop.environmentId): Promise<number> {
  const { rows } = await server.database.sql.execute<{ count: number }>(raw`
    select count(*)::int as count from usage_senders where environment_id = ${environmentId}`);
  return rows[0]?.count ?? 0;
}

/** So many processes of an environment, heard of so many minutes ago. */
async function fill(
  count: number,
  { minutes = 1, judged = false, environmentId = shop.environmentId } = {},
) {
  await server.database.sql.execute(raw`
    insert into usage_senders (environment_id, sender, client_id, seq, first_at, last_at, judged)
    select ${environmentId}, gen_random_uuid(), 0, 1, at, at, ${judged}
    from generate_series(1, ${count}::int),
      (select now() - make_interval(mins => ${minutes}::int) as at) as moment`);
}

describe('LIF-05: the processes that are told apart are bounded', () => {
  it('nobody with a client key adds one, or makes the programs of the company silent, or hides them', async () => {
    const own = processOf('shop-server');
    await own.report(1);
    for (let n = 0; n < 50; n += 1) {
      const stranger = processOf(`invented-${n}`, shop.clientKey);
      await stranger.report(1);
      await stranger.fetchRules();
    }
    // The sender of somebody else, with a number that the true one has not reached.
    const events = [
      {
        type: 'count',
        at: new Date().toISOString(),
        sender: own.sender,
        seq: 999,
        counts: [],
        end: true,
      },
    ];
    await server.call('POST', '/api/events', { token: shop.clientKey, body: { events } });
    expect(await sendersIn()).toBe(1);
    const before = await sum();
    expect(await own.report(2, 5)).toMatchObject({ accepted: 1, duplicates: 0 });
    expect(await sum()).toBe(before + 5);
    expect(await reporting()).toMatchObject({ 'shop-server': true });
  });

  it('in an environment: further ones are counted, and nobody can tell of their programs; the known ones count once', async () => {
    await fill(SENDERS_MOST - 1);
    const known = processOf('known');
    await known.report(1);
    const further = processOf('further');
    expect(await further.report(1, 3)).toMatchObject({ accepted: 1 });
    expect(await known.report(2)).toMatchObject({ accepted: 1 });
    expect(await known.report(2)).toMatchObject({ accepted: 0, duplicates: 1 });
    await processOf('fetching').fetchRules();
    expect(await reporting()).toEqual({ known: true, further: false, fetching: false });
    expect(await sum()).toBe(5);
    expect(await sendersIn()).toBe(SENDERS_MOST);
  });

  it('those that ended long ago make room, the oldest first', async () => {
    await fill(SENDERS_MOST - 100, { minutes: 90, judged: true });
    await fill(100, { minutes: 70, judged: true });
    const fresh = processOf('fresh');
    await fresh.report(1);
    expect(await fresh.report(1)).toMatchObject({ duplicates: 1 });
    expect(await reporting()).toEqual({ fresh: true });
    expect(await sendersIn()).toBeLessThan(SENDERS_MOST);
    const { rowCount } = await server.database.sql.execute(raw`
      select from usage_senders where environment_id = ${shop.environmentId}
        and last_at between now() - interval '75 minutes' and now() - interval '65 minutes'`);
    expect(rowCount).toBe(100);
  });

  it('in a company: an environment that has few of them is not hurt by another, and other companies are not', async () => {
    const other = await createApplication(server, shop.admin.accountId);
    const [otherId = ''] = other.environmentIds;
    await fill(COMPANY_SENDERS_MOST, { environmentId: otherId });
    await fill(10);
    const small = processOf('small');
    await small.report(1);
    expect(await small.report(1)).toMatchObject({ duplicates: 1 });
    expect(await reporting()).toEqual({ small: true });

    const key = await createEnvironmentKey(server, otherId);
    await processOf('many', key).fetchRules();
    const path = `/api/apps/${other.id}/envs/${otherId}/clients`;
    const { body } = await server.call<SeenClient[]>('GET', path, { token: shop.admin.token });
    expect(body).toMatchObject([{ sdk: 'many', reportsUses: false }]);

    const neighbour = await openMeasuredShop(server);
    shop = neighbour;
    const theirs = processOf('theirs');
    await theirs.report(1);
    expect(await theirs.report(1)).toMatchObject({ duplicates: 1 });
    expect(await reporting()).toEqual({ theirs: true });
  });
});

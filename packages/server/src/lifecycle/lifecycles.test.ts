import type { ToggleLifecycle } from '@comporta/contract/lifecycle/lifecycle';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { toggleClients, usageClients } from '../tables/usage.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { daysPass } from '../testing/lifecycle/days-pass.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Test', 'Production']);
  await daysPass(server.database.sql, 100);
});

const PRODUCTION = 1;
const EVERYONE = {
  type: 'ALL_USERS',
  valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
};
const HALF = {
  type: 'ALL_USERS',
  valueSpec: { type: 'SPLIT', split: { enabled: 50, disabled: 50 } },
};

async function send<Body = { id: string }>(method: string, path: string, body?: unknown) {
  const answer = await server.call<Body>(method, path, {
    token: admin.token,
    ...(body !== undefined && { body }),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

/** A client that asks the production environment now. */
async function asks(client: { silent?: boolean; trusted?: boolean; sdk?: string } = {}) {
  const { silent = false, trusted = true, sdk = 'comporta-sdk' } = client;
  const [row] = await server.database.sql
    .insert(usageClients)
    .values({
      environmentId: application.environmentIds[PRODUCTION] ?? '',
      trusted,
      service: 'checkout',
      sdk,
      version: '0.3.0',
      askedAt: new Date(),
      silentAt: silent ? new Date() : null,
    })
    .returning({ id: usageClients.id });
  return row?.id ?? 0;
}

async function uses(clientId: number, toggleId: string) {
  await server.database.sql.insert(toggleClients).values({
    environmentId: application.environmentIds[PRODUCTION] ?? '',
    toggleId,
    clientId,
    lastUseAt: new Date(),
  });
}

async function toggle(name: string, fields: object = {}): Promise<string> {
  const body = { name, values: ['enabled', 'disabled'], defaultValue: 'disabled', ...fields };
  return (await send('POST', `/api/apps/${application.id}/toggles`, body)).id;
}

async function rule(toggleId: string, ...rules: object[]) {
  const path = `/api/apps/${application.id}/envs/${application.environmentIds[PRODUCTION]}/experiments`;
  const { id } = await send('POST', path, { toggleId, rules });
  return `${path}/${id}`;
}

async function lifecycles(query = '') {
  const path = `/api/apps/${application.id}/lifecycle${query}`;
  return (await send<{ countingSince: string; items: ToggleLifecycle[] }>('GET', path)).items;
}

async function lifecycleOf(toggleId: string) {
  return (await lifecycles()).find((one) => one.toggleId === toggleId);
}

it('LIF-24: a toggle that nobody asks for may go, once programs ask for others', async () => {
  const id = await toggle('forgotten');
  await rule(id, HALF);
  expect(await lifecycleOf(id)).toMatchObject({ state: 'NEW', stale: false, reasons: [] });
  await daysPass(server.database.sql, 40);
  const envId = application.environmentIds[PRODUCTION];
  expect(await lifecycleOf(id)).toMatchObject({
    state: 'UNKNOWN',
    reasons: [{ code: 'NO_REQUESTS', envId, at: null }],
  });
  const client = await asks();
  expect(await lifecycleOf(id)).toMatchObject({
    state: 'READY_TO_REMOVE',
    stale: true,
    lastUseAt: null,
    reasons: [{ code: 'NEVER_USED', envId }, { code: 'NO_REPOSITORY' }],
  });
  await uses(client, id);
  expect(await lifecycleOf(id)).toMatchObject({
    state: 'ACTIVE',
    stale: false,
    lastUseAt: expect.any(String),
    reasons: [{ code: 'IN_USE', envId }],
  });
});

it('LIF-24: ?stale= lists those that are stale, or those that are not', async () => {
  const old = await toggle('old');
  await daysPass(server.database.sql, 40);
  const fresh = await toggle('fresh');
  const idsOf = (items: readonly ToggleLifecycle[]) => items.map(({ toggleId }) => toggleId);
  expect(idsOf(await lifecycles('?stale=true'))).toEqual([old]);
  expect(idsOf(await lifecycles('?stale=false'))).toEqual([fresh]);
  expect(idsOf(await lifecycles())).toEqual([fresh, old]);
});

it('LIF-22: everyone has got one value for 30 days: neither a snooze nor an owner begins them anew', async () => {
  const id = await toggle('launched');
  const experiment = await rule(id, EVERYONE);
  await daysPass(server.database.sql, 29);
  expect(await lifecycleOf(id)).toMatchObject({ state: 'UNKNOWN' });
  await daysPass(server.database.sql, 2);
  const launched = { state: 'LAUNCHED', value: 'enabled', stale: true };
  expect(await lifecycleOf(id)).toMatchObject(launched);

  const bulk = `/api/apps/${application.id}/toggles/bulk`;
  const snoozedUntil = new Date().toISOString().slice(0, 10);
  await send('POST', bulk, { ids: [id], action: 'SNOOZE', snoozedUntil });
  expect(await lifecycleOf(id)).toMatchObject({ ...launched, stale: false });
  await send('POST', bulk, { ids: [id], action: 'SNOOZE', snoozedUntil: null });
  await send('POST', bulk, { ids: [id], action: 'SET_OWNER', ownerId: admin.id });
  expect(await lifecycleOf(id)).toMatchObject(launched);

  // What everyone got before is known until the deletion: since then it has been the default value.
  await send('DELETE', experiment);
  expect(await lifecycleOf(id)).toMatchObject({ state: 'UNKNOWN' });
  await daysPass(server.database.sql, 31);
  expect(await lifecycleOf(id)).toMatchObject({ ...launched, value: 'disabled' });
  const draft = { name: 'launched', values: ['enabled', 'disabled'], defaultValue: 'enabled' };
  await send('PUT', `/api/apps/${application.id}/toggles/${id}`, draft);
  expect(await lifecycleOf(id)).toMatchObject({ state: 'UNKNOWN' });
});

it('LIF-22: only production counts, and what a rule decides by who asks is no launch', async () => {
  const id = await toggle('split');
  await rule(id, HALF);
  await daysPass(server.database.sql, 60);
  expect(await lifecycleOf(id)).toMatchObject({ state: 'UNKNOWN', stale: false });
});

it('LIF-21, LIF-26: a client that does not report makes it unknown; one with a client key only where it gets the toggle', async () => {
  const hidden = await toggle('hidden', { availableToClients: false });
  const shown = await toggle('shown');
  for (const id of [hidden, shown]) await rule(id, HALF);
  await daysPass(server.database.sql, 60);
  await asks();
  await asks({ silent: true, trusted: false, sdk: 'Mozilla' });
  expect(await lifecycleOf(hidden)).toMatchObject({ state: 'READY_TO_REMOVE' });
  expect(await lifecycleOf(shown)).toMatchObject({
    state: 'UNKNOWN',
    reasons: [{ code: 'CANNOT_TELL', clients: [{ sdk: 'Mozilla' }] }],
  });
});

it('LIF-22: what a rule depends on, a running analysis or an open change request names is not proposed', async () => {
  const needed = await toggle('needed');
  const other = await toggle('other');
  const planned = await toggle('planned');
  const depending = {
    order: 1,
    type: 'TOGGLE_DEPENDENCY',
    toggleDependencyRule: { toggleId: needed, value: 'enabled' },
    valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
  };
  for (const id of [needed, planned]) await rule(id, HALF);
  await rule(other, depending, HALF);
  await daysPass(server.database.sql, 60);
  await asks();
  expect(await lifecycleOf(needed)).toMatchObject({
    state: 'IDLE',
    reasons: [
      { code: 'NEVER_USED' },
      { code: 'HAS_DEPENDENTS', count: 1 },
      { code: 'NO_REPOSITORY' },
    ],
  });
  expect(await lifecycleOf(planned)).toMatchObject({ state: 'READY_TO_REMOVE' });
  await send('POST', `/api/apps/${application.id}/change-requests`, {
    title: 'Describe it',
    steps: [
      {
        edits: [
          {
            type: 'toggle',
            action: 'UPDATE',
            id: planned,
            body: {
              name: 'planned',
              values: ['enabled', 'disabled'],
              defaultValue: 'disabled',
              description: 'later',
            },
          },
        ],
      },
    ],
  });
  expect(await lifecycleOf(planned)).toMatchObject({
    state: 'ACTIVE',
    reasons: [{ code: 'CHANGE_PENDING' }],
  });
});

it.each([
  ['a SDK or an edge node of 0.2.0', '/api/sdk/snapshot', 'comporta-sdk/0.2.0'],
  ['a toggle fetch', '/api/toggles?uid=ana', 'cron/1'],
])('LIF-26: %s leaves open what it uses: UNKNOWN, never IDLE', async (_, path, userAgent) => {
  const id = await toggle('perhaps');
  await rule(id, HALF);
  await daysPass(server.database.sql, 60);
  await asks();
  expect(await lifecycleOf(id)).toMatchObject({ state: 'READY_TO_REMOVE' });
  const environment = application.environmentIds[PRODUCTION] ?? '';
  const key = await createEnvironmentKey(server, environment);
  const headers = { 'user-agent': userAgent };
  expect(await server.call('GET', path, { token: key, headers })).toMatchObject({ status: 200 });
  // Stores what was noted.
  await send('GET', `/api/apps/${application.id}/envs/${environment}/clients`);
  expect(await lifecycleOf(id)).toMatchObject({
    state: 'UNKNOWN',
    stale: false,
    reasons: [{ code: 'CANNOT_TELL', clients: [{ sdk: userAgent.split('/')[0] }] }],
  });
});

it('LIF-90: another company sees nothing of it', async () => {
  const stranger = await createCompany(server);
  const path = `/api/apps/${application.id}/lifecycle`;
  expect(await server.call('GET', path, { token: stranger.token })).toMatchObject({ status: 404 });
  expect(await server.call('GET', path, {})).toMatchObject({ status: 401 });
});

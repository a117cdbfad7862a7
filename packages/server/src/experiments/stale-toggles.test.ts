import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Test', 'Staging', 'Production']);
});
afterAll(() => server.close());

const COUNTS = '/api/accounts/stale-toggles';
const exactly = (value: string) => ({
  type: 'ALL_USERS',
  valueSpec: { type: 'EXACT_VALUE', exactValue: value },
});
const half = {
  type: 'ALL_USERS',
  valueSpec: { type: 'SPLIT', split: { enabled: 50, disabled: 50 } },
};

async function send<Body = { id: string }>(method: string, path: string, body?: unknown) {
  const answer = await server.call<Body>(method, path, {
    token: admin.token,
    ...(body !== undefined && { body }),
  });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
}

/** A toggle with the rules of its environments, in their order. */
async function toggle(name: string, ...rules: object[][]) {
  const body = { name, values: ['enabled', 'disabled'], defaultValue: 'disabled' };
  const { id } = await send('POST', `/api/apps/${application.id}/toggles`, body);
  const experiments = [];
  for (const [index, ofEnvironment] of rules.entries()) {
    const path = `/api/apps/${application.id}/envs/${application.environmentIds[index]}/experiments`;
    const saved = await send('POST', path, { toggleId: id, rules: ofEnvironment });
    experiments.push(`${path}/${saved.id}`);
  }
  return { id, experiments };
}

/** Moves everything that was done so far the given number of days into the past. */
async function letDaysPass(days: number): Promise<void> {
  for (const [table, column] of [
    ['environments', 'created_at'],
    ['toggles', 'created_at'],
    ['toggles', 'saved_at'],
    ['experiments', 'saved_at'],
    ['audit_entries', 'at'],
  ] as const) {
    const name = raw.identifier(column);
    await server.database.sql.execute(
      raw`update ${raw.identifier(table)} set ${name} = ${name} - make_interval(days => ${days})`,
    );
  }
}

const stale = () =>
  send<{ id: string; value: string }[]>('GET', `/api/apps/${application.id}/stale-toggles`);

it('G34, LIF-23: a toggle that returned one value in every environment for 30 days is listed as stale, with that value', async () => {
  const all = application.environmentIds.map(() => [exactly('enabled')]);
  const on = await toggle('on-everywhere', ...all);
  const unused = await toggle('never-used');
  const paused = await toggle('paused', [exactly('enabled')]);
  await send('POST', `${paused.experiments[0]}/pause`);
  const whole = await toggle('unreachable', [exactly('disabled'), half]);
  const deleted = await toggle('deleted', [exactly('enabled')]);
  await toggle('split', [half]);
  await toggle('on-in-one', [exactly('enabled')]);
  const archived = await toggle('archived');
  await send('POST', `/api/apps/${application.id}/toggles/${archived.id}/archive`);
  await letDaysPass(20);
  await send('DELETE', deleted.experiments[0] ?? '');
  expect(await stale()).toEqual([]);
  expect(await send('GET', COUNTS)).toEqual([]);

  await letDaysPass(11);
  const expected = [
    { id: on.id, value: 'enabled' },
    { id: unused.id, value: 'disabled' },
    { id: paused.id, value: 'disabled' },
    { id: whole.id, value: 'disabled' },
  ];
  const sorted = (rows: { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(await stale()).toEqual(sorted(expected));
  // Only Production decides about what is stale, where users get one value of seven.
  expect(await send('GET', COUNTS)).toEqual([{ appId: application.id, count: 4, stale: 7 }]);

  // For a row of an earlier release, which stored no outcome, the rules are read.
  await server.database.sql.execute(raw`update experiments set outcome = null`);
  expect(await stale()).toEqual(sorted(expected));

  // A restart is a change; the deletion of the experiment is now more than 30 days ago.
  await send('POST', `${paused.experiments[0]}/restart`);
  await letDaysPass(20);
  expect((await stale()).map(({ id }) => id)).toEqual(
    sorted([on, unused, whole, deleted]).map(({ id }) => id),
  );
});

it('G34: other companies see nothing, and only administrators see the counts of all applications', async () => {
  const stranger = await createCompany(server);
  const { id } = await createApplication(server, stranger.accountId);
  await letDaysPass(40);
  expect((await server.call('GET', COUNTS, { token: stranger.token })).body).toEqual([]);
  const user = await createUser(server, admin.accountId);
  expect(await server.call('GET', COUNTS, { token: user.token })).toMatchObject({ status: 403 });
  expect(
    await server.call('GET', `/api/apps/${id}/stale-toggles`, { token: admin.token }),
  ).toMatchObject({ status: 404 });
});

it('G34: where the audit log is kept for less than 30 days, no toggle is listed as stale', async () => {
  const forgetful = await startTestServer({ AUDIT_KEPT_DAYS: '29' });
  const { accountId, token } = await createCompany(forgetful);
  const { id } = await createApplication(forgetful, accountId);
  const body = { name: 'one', values: ['a', 'b'], defaultValue: 'a' };
  await forgetful.call('POST', `/api/apps/${id}/toggles`, { token, body });
  await forgetful.database.sql.execute(raw`update toggles set saved_at = '2026-01-01'`);
  expect((await forgetful.call('GET', `/api/apps/${id}/stale-toggles`, { token })).body).toEqual(
    [],
  );
  await forgetful.close();
});

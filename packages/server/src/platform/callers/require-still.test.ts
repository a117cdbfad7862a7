import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountKeys, sessions, users } from '../../tables/accounts.ts';
import { grants } from '../../tables/grants.ts';
import { tokens } from '../../tables/identity.ts';
import { toggles } from '../../tables/toggles.ts';
import {
  createApplication,
  createCompany,
  createUser,
  PASSWORD,
  type TestApplication,
  type TestUser,
} from '../../testing/builders.ts';
import { onLoneConnection } from '../../testing/connections/on-lone-connection.ts';
import { createToken } from '../../testing/identity/create-token.ts';
import { type Answer, startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Sql } from '../database/database.ts';

let server: TestServer;
let sql: Sql;
let admin: TestUser;
let shop: TestApplication;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  sql = server.database.sql;
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  shop = await createApplication(server, admin.accountId);
  member = await createUser(server, admin.accountId, { apps: [shop.id] });
});

/** Calls while a row is locked; before it is released, something happens. */
async function callBeside(
  row: { readonly table: 'applications' | 'accounts'; readonly id: string },
  call: () => Promise<Answer>,
  happens: () => Promise<unknown>,
): Promise<Answer> {
  const answer = await onLoneConnection(server.database.url, async (inside) => {
    const table = raw.identifier(row.table);
    await inside.execute(raw`select from ${table} where id = ${row.id} for no key update`);
    const called = call();
    await expect.poll(waitingForLocks).toBe(1);
    await happens();
    return { called };
  });
  return answer.called;
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql.execute(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows.length;
}

function save(token: string): Promise<Answer> {
  const body = { name: 'late', values: ['on', 'off'], defaultValue: 'off' };
  return server.call('POST', `/api/apps/${shop.id}/toggles`, { token, body });
}

const ofShop = () => ({ table: 'applications', id: shop.id }) as const;
const countSaved = () => sql.$count(toggles, eq(toggles.applicationId, shop.id));

describe('HOS-15, FAIR-45: a write that waited for its lock', () => {
  it('is saved when nothing has changed for its caller', async () => {
    const answer = await callBeside(
      ofShop(),
      () => save(member.token),
      async () => {},
    );
    expect(answer.status).toBe(201);
    expect(await countSaved()).toBe(1);
  });

  it.each([
    [
      'UNAUTHORIZED',
      'was deactivated',
      () => sql.update(users).set({ active: false }).where(eq(users.id, member.id)),
    ],
    [
      'UNAUTHORIZED',
      'logged out',
      () => sql.delete(sessions).where(eq(sessions.userId, member.id)),
    ],
    ['FORBIDDEN', 'lost the grant', () => sql.delete(grants).where(eq(grants.userId, member.id))],
  ])('%s: is refused when its user %s meanwhile', async (code, _, happens) => {
    const answer = await callBeside(ofShop(), () => save(member.token), happens);
    expect(answer.body).toMatchObject({ error_code: code });
    expect(await countSaved()).toBe(0);
  });

  it('UNAUTHORIZED: is refused when its account key was deleted meanwhile', async () => {
    const { body } = await server.call<{ key: string }>('POST', '/api/accounts/keys/new', {
      token: admin.token,
      body: { password: PASSWORD },
    });
    const answer = await callBeside(
      ofShop(),
      () => save(body.key),
      () => sql.delete(accountKeys).where(eq(accountKeys.accountId, admin.accountId)),
    );
    expect(answer.body).toMatchObject({ error_code: 'UNAUTHORIZED' });
    expect(await countSaved()).toBe(0);
  });

  it.each([
    [
      'its user was deactivated',
      () => sql.update(users).set({ active: false }).where(eq(users.id, member.id)),
    ],
    ['it was ended', () => sql.delete(tokens).where(eq(tokens.userId, member.id))],
  ])('IDN-53: UNAUTHORIZED: is refused to a token when %s meanwhile', async (_, happens) => {
    const { key } = await createToken(server, admin.accountId, { userId: member.id });
    const answer = await callBeside(ofShop(), () => save(key), happens);
    expect(answer.body).toMatchObject({ error_code: 'UNAUTHORIZED' });
    expect(await countSaved()).toBe(0);
  });

  it('FORBIDDEN: is refused when it needs an administrator and its caller is none any more', async () => {
    const answer = await callBeside(
      ofShop(),
      () => server.call('DELETE', `/api/apps/${shop.id}`, { token: admin.token }),
      () => sql.update(users).set({ admin: false }).where(eq(users.id, admin.id)),
    );
    expect(answer.body).toMatchObject({ error_code: 'FORBIDDEN' });
  });

  it('UNAUTHORIZED: of an account is refused, too', async () => {
    const path = `/api/users/${member.id}`;
    const { token } = admin;
    const { body } = await server.call<object>('GET', path, { token });
    const answer = await callBeside(
      { table: 'accounts', id: admin.accountId },
      () => server.call('PUT', path, { token, body: { ...body, name: 'Late' } }),
      () => sql.delete(sessions).where(eq(sessions.userId, admin.id)),
    );
    expect(answer.body).toMatchObject({ error_code: 'UNAUTHORIZED' });
    expect(await sql.$count(users, eq(users.name, 'Late'))).toBe(0);
  });
});

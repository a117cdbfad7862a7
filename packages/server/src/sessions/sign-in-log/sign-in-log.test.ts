import type { SignInPage } from '@comporta/contract/sessions/sign-in-log';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/base/ids.ts';
import { signIns } from '../../tables/identity.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../../testing/builders.ts';
import { type LogIn, logIn } from '../../testing/log-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { sweepSignIns } from './sign-in-log-repository.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let server: TestServer;
let admin: TestUser;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'loopback' });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  user = await createUser(server, admin.accountId, { name: 'Bia' });
});

const come = (sent: Partial<LogIn> = {}) =>
  logIn(server, {
    ...{ email: user.email, password: PASSWORD, from: '203.0.113.9', userAgent: CHROME },
    ...sent,
  });

async function logOf(token: string, before?: string): Promise<SignInPage> {
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`;
  const answer = await server.call<SignInPage>('GET', `/api/sign-ins${query}`, { token });
  expect(answer.status).toBe(200);
  return answer.body;
}

const itemsOf = async (token: string) => (await logOf(token)).items;

/** Writes rows of the log, each a second older than the one before. */
async function writeRows(count: number, of: TestUser): Promise<void> {
  await server.database.sql.execute(raw`
    insert into sign_ins (id, account_id, user_id, at, method, strength, outcome, client, network)
    select gen_random_uuid(), ${of.accountId}, ${of.id}, now() - make_interval(secs => n / 2), 'PASSWORD', 1, 'OPENED',
      'Chrome, Linux', '203.0.113.9'
    from generate_series(1, ${count}::int) n`);
}

describe('IDN-46: the log of sign-ins', () => {
  it('says who came in, how, and from where', async () => {
    await come();
    expect(await itemsOf(admin.token)).toEqual([
      {
        id: expect.any(String),
        at: expect.stringMatching(/Z$/),
        user: { id: user.id, name: 'Bia', email: user.email },
        ...{ method: 'PASSWORD', strength: 1, outcome: 'OPENED', provider: null },
        ...{ client: 'Chrome, Linux', network: '203.0.113.9', count: 1 },
      },
    ]);
  });

  it('has one row of an hour for refusals of a user that are alike', async () => {
    for (let index = 0; index < 12; index += 1) {
      await come({ password: 'wrong1', from: '203.0.113.10' });
    }
    const rows = () => itemsOf(admin.token);
    await expect.poll(async () => (await rows()).map(({ count }) => count).sort()).toEqual([10, 2]);
    const items = await rows();
    expect(new Set(items.map(({ outcome }) => outcome))).toEqual(
      new Set(['WRONG_CREDENTIALS', 'RATE_LIMITED']),
    );
    for (const { at } of items) expect(at).toMatch(/:00:00\.000Z$/);
    await come({ password: 'wrong1', from: '203.0.113.11', userAgent: 'curl/8.5.0' });
    await expect
      .poll(async () => (await rows()).find(({ outcome }) => outcome === 'WRONG_CREDENTIALS'))
      .toMatchObject({ count: 11, client: 'curl', network: '203.0.113.11' });
  });

  it('has nothing of e-mails that nobody has', async () => {
    const before = await server.database.sql.$count(signIns);
    await come({ email: 'nobody.home@example.com', password: 'wrong1' });
    await come({ password: 'wrong1' });
    await expect.poll(async () => (await itemsOf(admin.token)).length).toBe(1);
    expect(await server.database.sql.$count(signIns)).toBe(before + 1);
  });

  it('shows a user their own rows only, and an administrator those of the company only', async () => {
    const nextDoor = await createCompany(server);
    await come();
    await logIn(server, { email: admin.email, password: PASSWORD });
    await logIn(server, { email: nextDoor.email, password: PASSWORD });
    const whose = async (token: string) => (await itemsOf(token)).map((item) => item.user.id);
    expect(await whose(user.token)).toEqual([user.id]);
    expect((await whose(admin.token)).sort()).toEqual([admin.id, user.id].sort());
    expect(await whose(nextDoor.token)).toEqual([nextDoor.id]);
    const { body } = await server.call<{ key: string }>('POST', '/api/accounts/keys/new', {
      token: admin.token,
      body: { password: PASSWORD },
    });
    const byKey = await server.call('GET', '/api/sign-ins', { token: body.key });
    expect(byKey).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } });
  });

  it('shows an administrator those of one user, in pages and in the file, and nobody those of others', async () => {
    const nextDoor = await createCompany(server);
    await writeRows(60, user);
    await writeRows(3, admin);
    const read = async (token: string, query: string) =>
      (await server.call<SignInPage>('GET', `/api/sign-ins?${query}`, { token })).body;
    const first = await read(admin.token, `user=${user.id}`);
    const second = await read(admin.token, `user=${user.id}&before=${first.before}`);
    expect([first.items.length, second.items.length]).toEqual([50, 10]);
    expect(new Set([...first.items, ...second.items].map((item) => item.user.id))).toEqual(
      new Set([user.id]),
    );
    const nothing = { items: [], before: null };
    expect(await read(user.token, `user=${admin.id}`)).toEqual(nothing);
    expect(await read(nextDoor.token, `user=${user.id}`)).toEqual(nothing);
    expect(await read(admin.token, 'user=nobody')).toEqual(nothing);
    const { payload } = await server.http.inject({
      url: `/api/sign-ins.csv?user=${admin.id}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(payload.trimEnd().split('\r\n')).toHaveLength(4);
  });

  it('comes in pages of fifty that neither repeat nor leave out a row, also of one moment', async () => {
    await writeRows(120, user);
    const seen: string[] = [];
    let before: string | undefined;
    for (const size of [50, 50, 20]) {
      const page = await logOf(admin.token, before);
      expect(page.items).toHaveLength(size);
      seen.push(...page.items.map(({ id }) => id));
      await come(); // What is new does not move the pages.
      before = page.before ?? undefined;
    }
    expect(before).toBeUndefined();
    expect(new Set(seen).size).toBe(120);
  });

  it('INVALID_PAGE: `before` is what a page answered', async () => {
    const places = [
      'x',
      newId(),
      `2026-13-40T00:00:00.000000Z_${newId()}`,
      '2026-11-28T00:00:00.000000Z_1',
    ];
    for (const before of ['', ...places]) {
      const path = `/api/sign-ins?before=${encodeURIComponent(before)}`;
      const answer = await server.call('GET', path, { token: admin.token });
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'INVALID_PAGE' } });
    }
  });

  it('is a file of the newest ten thousand rows, in which no text is a formula', async () => {
    const odd = await createUser(server, admin.accountId, { name: '=1+1' });
    await writeRows(10_001, odd);
    await writeRows(3, await createCompany(server));
    const { payload, headers } = await server.http.inject({
      url: '/api/sign-ins.csv',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = payload.trimEnd().split('\r\n');
    expect(lines[0]).toBe('at,user,email,method,strength,outcome,provider,client,network,count');
    expect(lines).toHaveLength(10_001);
    expect(lines[1]).toContain(
      `,'=1+1,${odd.email},PASSWORD,1,OPENED,,"Chrome, Linux",203.0.113.9,1`,
    );
  });

  it('keeps rows for so many days', async () => {
    await writeRows(2, user);
    const { sql } = server.database;
    const mine = eq(signIns.userId, user.id);
    await sql
      .update(signIns)
      .set({ at: raw`now() - interval '90 days 1 hour'` })
      .where(raw`ctid = (select ctid from sign_ins where ${mine} limit 1)`);
    await sweepSignIns(sql, 91);
    expect(await sql.$count(signIns, mine)).toBe(2);
    await sweepSignIns(sql, 90);
    expect(await sql.$count(signIns, mine)).toBe(1);
  });
});

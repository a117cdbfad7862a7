import { and, eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../tables/accounts.ts';
import { signIns } from '../../tables/identity.ts';
import { mails } from '../../tables/queues.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../../testing/builders.ts';
import { type LogIn, logIn } from '../../testing/log-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'loopback' });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await createUser(server, (await createCompany(server)).accountId);
});

async function come(sent: Partial<LogIn> = {}): Promise<string> {
  const from = '203.0.113.9';
  const given = { email: user.email, password: PASSWORD, from, userAgent: CHROME };
  const answer = await logIn(server, { ...given, ...sent });
  expect(answer.status).toBe(200);
  return answer.body.access_token;
}

/** The networks of the notices for the user; "" for a notice about the gate. Without a mail server they are kept. */
async function notices(): Promise<string[]> {
  const rows = await server.database.sql
    .select({ network: raw<string>`coalesce(${mails.reason} -> 'what' ->> 'network', '')` })
    .from(mails)
    .where(eq(mails.userId, user.id))
    .orderBy(mails.createdAt);
  return rows.map(({ network }) => network);
}

describe('IDN-44: a sign-in from a browser that was not known', () => {
  it('is told with client, network and time; the first ever is silent', async () => {
    await come();
    await come({ from: '203.0.113.10' });
    const [mail] = await server.database.sql
      .select({ reason: mails.reason })
      .from(mails)
      .where(eq(mails.userId, user.id));
    expect(mail?.reason).toEqual({
      kind: 'security',
      what: {
        ...{ is: 'newBrowser', client: 'Chrome, Linux', network: '203.0.113.10' },
        at: expect.stringMatching(/Z$/),
      },
    });
  });

  it('is told once for a client and a network in 30 days, and never of a known browser', async () => {
    await come();
    expect(await notices()).toEqual([]);
    for (let index = 0; index < 3; index += 1) await come({ from: '203.0.113.10' });
    const token = await come();
    expect(await notices()).toEqual(['203.0.113.10']);
    const { headers } = await server.call('PUT', '/oauth/browser', { token });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    await come({ from: '203.0.113.11', cookie });
    await come({ from: '203.0.113.12' });
    expect(await notices()).toEqual(['203.0.113.10', '203.0.113.12']);
    await Promise.all([1, 2, 3].map(() => come({ from: '203.0.113.13' })));
    expect(await notices()).toHaveLength(3);
    await server.database.sql
      .update(signIns)
      .set({ at: raw`now() - interval '31 days'` })
      .where(eq(signIns.userId, user.id));
    await come({ from: '203.0.113.12' });
    expect(await notices()).toHaveLength(4);
  });

  it('is silent where the last one was at 0.2.0, which has no log, but not after a long time', async () => {
    const seen = (days: number) =>
      server.database.sql
        .update(users)
        .set({ lastLoginAt: raw`now() - make_interval(days => ${days})` })
        .where(eq(users.id, user.id));
    await seen(3);
    await come();
    expect(await notices()).toEqual([]);
    await server.database.sql.delete(signIns).where(eq(signIns.userId, user.id));
    await seen(100);
    await come();
    expect(await notices()).toEqual(['203.0.113.9']);
  });

  it('is shown to its user for 30 days where no mail is sent, and to nobody else', async () => {
    await come();
    await come({ from: '203.0.113.10' });
    const path = '/api/users/me/notices';
    const shown = async (token: string) =>
      (await server.call<readonly { text: string }[]>('GET', path, { token })).body;
    await expect.poll(() => shown(user.token)).toHaveLength(1);
    const [notice] = await shown(user.token);
    expect(notice?.text).toContain('Chrome, Linux, 203.0.113.10');
    expect(await shown((await createCompany(server)).token)).toEqual([]);
    await server.database.sql
      .update(mails)
      .set({ createdAt: raw`now() - interval '31 days'` })
      .where(eq(mails.userId, user.id));
    expect(await shown(user.token)).toEqual([]);
  });
});

describe('IDN-44: a gate that was reached', () => {
  it('is told once a day, to who has the e-mail', async () => {
    const guess = (index: number) =>
      logIn(server, { email: user.email, password: 'wrong1', from: `198.51.100.${index % 8}` });
    for (let index = 0; index < 55; index += 1) await guess(index);
    await expect.poll(notices).toEqual(['']);
    const { sql } = server.database;
    const gate = and(eq(signIns.userId, user.id), eq(signIns.outcome, 'RATE_LIMITED'));
    const count = async () => (await sql.select().from(signIns).where(gate))[0]?.count ?? 0;
    const before = await count();
    await guess(1);
    await expect.poll(count).toBeGreaterThan(before);
    expect(await notices()).toEqual(['']);
    await sql
      .update(signIns)
      .set({ at: raw`date_trunc('hour', now(), 'UTC') - interval '1 day'` })
      .where(gate);
    await guess(1);
    await expect.poll(notices).toEqual(['', '']);
  });
});

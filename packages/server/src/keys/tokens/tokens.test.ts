import type { NewToken, OwnedToken, Token } from '@comporta/contract/keys/token';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasKeyFormat } from '../../identity/keys/key-format.ts';
import { noticeInWords } from '../../identity/mails/security-mail.ts';
import { PERSONAL_TOKEN_PREFIX } from '../../platform/callers/token-actor.ts';
import type { Sql } from '../../platform/database/database.ts';
import { sessions, users } from '../../tables/accounts.ts';
import { auditEntries } from '../../tables/audit-entries.ts';
import { grants } from '../../tables/grants.ts';
import {
  identities,
  providers,
  secondFactors,
  signInPolicies,
  tokens,
} from '../../tables/identity.ts';
import { mails } from '../../tables/queues.ts';
import {
  createApplication,
  createCompany,
  createUser,
  type TestApplication,
  type TestUser,
} from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OWN = '/api/users/me/tokens';
const SERVICE = '/api/accounts/service-keys';

let server: TestServer;
let sql: Sql;
let admin: TestUser;
let member: TestUser;
let shop: TestApplication;

beforeAll(async () => {
  server = await startTestServer({ PLANS: '{"ON_PREMISE":{"MAX_ACCOUNT_KEYS":3},"TRIAL":{}}' });
  sql = server.database.sql;
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  shop = await createApplication(server, admin.accountId);
  member = await createUser(server, admin.accountId, { apps: [shop.id], name: 'Eva' });
});

function make(by: TestUser, body: object = {}, path = OWN) {
  return server.call<NewToken>('POST', path, {
    token: by.token,
    body: { name: 'CI', scopes: ['read', 'write'], ...body },
  });
}

async function list<Row = Token>(by: TestUser, path = OWN): Promise<Row[]> {
  return (await server.call<Row[]>('GET', path, { token: by.token })).body;
}

function save(token: string, name: string) {
  const body = { name, values: ['on', 'off'], defaultValue: 'off' };
  return server.call<{ id: string }>('POST', `/api/apps/${shop.id}/toggles`, { token, body });
}

async function statusWith(token: string): Promise<number> {
  return (await server.call('GET', '/api/apps', { token })).status;
}

describe('IDN-50: a personal token', () => {
  it('is shown once, listed masked, stored as a hash, and ends after 30 days unless said', async () => {
    const { status, body } = await make(member);
    expect(status).toBe(201);
    expect(hasKeyFormat(PERSONAL_TOKEN_PREFIX, body.key)).toBe(true);
    const { key, ...shown } = body;
    expect(await list(member)).toEqual([{ ...shown, createdBy: 'Eva', lastUsedAt: null }]);
    expect(await sql.select({ reason: mails.reason }).from(mails)).toEqual([
      {
        reason: {
          kind: 'security',
          what: { is: 'token', token: 'CI', endsAt: shown.expiresAt },
        },
      },
    ]);
    expect(shown.mask).toBe(`····${key.slice(-4)}`);
    const days = (Date.parse(shown.expiresAt ?? '') - Date.parse(shown.createdAt)) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    const rows = await sql.select().from(tokens);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(await sql.select().from(auditEntries))).not.toContain(key);
  });

  it.each([
    ['EMPTY_NAME', 400, { name: '' }, ['name']],
    ['INVALID_SCOPE', 400, { scopes: [] }, ['scopes']],
    ['INVALID_SCOPE', 400, { scopes: ['everything'] }, ['scopes']],
    ['INVALID_EXPIRY', 400, { days: 0 }, ['days']],
    ['INVALID_EXPIRY', 400, { days: 366 }, ['days']],
    ['INVALID_EXPIRY', 400, { days: null }, ['days']],
    ['UNKNOWN_APPLICATION', 400, { applications: [] }, ['applications']],
    ['UNKNOWN_APPLICATION', 400, { applications: ['none'] }, ['applications', 0]],
    ['UNKNOWN_ENVIRONMENT', 404, { environments: ['none'] }, ['environments', 0]],
  ])('%s: is not made (%i) of %j', async (code, status, body, at) => {
    expect(await make(member, body)).toMatchObject({
      status,
      body: { error_code: code, meta_data: { at } },
    });
    expect(await list(member)).toEqual([]);
  });

  it('UNKNOWN_APPLICATION: is not made for what its owner may not open', async () => {
    const other = await createApplication(server, admin.accountId);
    const [envId = ''] = other.environmentIds;
    const refused = await make(member, { applications: [shop.id, other.id] });
    expect(refused.body).toMatchObject({ error_code: 'UNKNOWN_APPLICATION' });
    const elsewhere = await make(admin, { applications: [shop.id], environments: [envId] });
    expect(elsewhere.body).toMatchObject({ error_code: 'UNKNOWN_ENVIRONMENT' });
  });

  it('MAX_TOKENS_REACHED: 20 a user, also at once', async () => {
    const made = await Promise.all(Array.from({ length: 24 }, () => make(member)));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(made.find(({ status }) => status === 409)?.body).toMatchObject({
      error_code: 'MAX_TOKENS_REACHED',
      meta_data: { max: 20 },
    });
    expect((await make(admin)).status).toBe(201);
  });

  it('CONFIRMATION_REQUIRED: is made only by who has just confirmed', async () => {
    await sql
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 3_600_000) })
      .where(eq(sessions.userId, member.id));
    expect((await make(member)).body).toMatchObject({ error_code: 'CONFIRMATION_REQUIRED' });
  });

  it('has the rights of its owner as of now', async () => {
    const { key } = (await make(member)).body;
    expect((await save(key, 'first')).status).toBe(201);
    await sql.delete(grants).where(eq(grants.userId, member.id));
    expect((await save(key, 'second')).status).toBe(403);
    const other = await createApplication(server, admin.accountId);
    await sql.insert(grants).values({ userId: member.id, applicationId: other.id });
    const { body } = await server.call<{ id: string }[]>('GET', '/api/apps', { token: key });
    expect(body.map(({ id }) => id)).toEqual([other.id]);
  });

  it('with chosen environments changes nothing else', async () => {
    const [envId = '', otherId = ''] = shop.environmentIds;
    const toggle = (await save(member.token, 'checkout')).body.id;
    const { key } = (await make(member, { environments: [envId] })).body;
    const create = (id: string) =>
      server.call('POST', `/api/apps/${shop.id}/envs/${id}/experiments`, {
        token: key,
        body: {
          toggleId: toggle,
          rules: [{ type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' } }],
        },
      });
    expect(await create(envId)).toMatchObject({ status: 201 });
    expect(await create(otherId)).toMatchObject({ status: 403 });
    expect((await save(key, 'other')).status).toBe(403);
  });

  it('is ended by its owner or an admin, of this company only; all at once, too', async () => {
    const { key, id } = (await make(member)).body;
    const stranger = await createCompany(server);
    const end = (by: TestUser, path: string) => server.call('DELETE', path, { token: by.token });
    for (const path of [`${OWN}/${id}`, `/api/accounts/tokens/${id}`]) {
      expect((await end(stranger, path)).status).toBe(404);
    }
    expect((await end(admin, `${OWN}/${id}`)).status).toBe(404);
    expect(await list<OwnedToken>(admin, '/api/accounts/tokens')).toMatchObject([
      { id, owner: { id: member.id, name: 'Eva', email: member.email } },
    ]);
    expect(await list<OwnedToken>(stranger, '/api/accounts/tokens')).toEqual([]);
    expect(await statusWith(key)).toBe(200);
    expect((await end(member, `${OWN}/${id}`)).status).toBe(204);
    expect(await statusWith(key)).toBe(401);
    const left = (await make(member)).body.key;
    const theirs = (await make(stranger)).body.key;
    expect((await end(admin, '/api/accounts/tokens')).status).toBe(204);
    expect([await statusWith(left), await statusWith(theirs)]).toEqual([401, 200]);
  });

  it('IDN-53: that an admin ends is told to its owner, by name; one that had ended is not', async () => {
    const told = async ({ id }: TestUser) => {
      const rows = await sql.select().from(mails).where(eq(mails.userId, id));
      return rows.flatMap(({ reason }) =>
        reason?.kind === 'security' && reason.what.is === 'tokensEnded' ? [reason.what] : [],
      );
    };
    const end = (path: string) => server.call('DELETE', path, { token: admin.token });
    const old = (await make(member, { name: 'Old' })).body;
    await sql.update(tokens).set({ expiresAt: raw`now()` }).where(eq(tokens.id, old.id));
    const one = (await make(member, { name: 'One' })).body;
    for (const name of ['Two', 'Three']) await make(member, { name });
    await make(admin);
    expect((await end(`/api/accounts/tokens/${one.id}`)).status).toBe(204);
    const who = { is: 'tokensEnded', name: 'Ana' };
    expect(await told(member)).toEqual([{ ...who, tokens: ['One'] }]);
    expect((await end('/api/accounts/tokens')).status).toBe(204);
    expect(await told(member)).toHaveLength(2);
    const all = (await told(member)).find(({ tokens: names }) => names.length > 1);
    expect(all?.tokens.toSorted()).toEqual(['Three', 'Two']);
    expect(await told(admin)).toEqual([]);
    const reader = { language: 'pt', companyName: 'Acme' } as const;
    expect(noticeInWords(reader, { is: 'tokensEnded', name: 'Ana', tokens: ['CI', 'Bot'] })).toBe(
      "Ana encerrou seus tokens pessoais 'CI', 'Bot' em Acme. Os programas que os usavam não entram mais.",
    );
  });

  it('notes its last use, once a minute', async () => {
    const { key } = (await make(member)).body;
    await statusWith(key);
    const [first] = await list(member);
    expect(first?.lastUsedAt).not.toBeNull();
    await statusWith(key);
    expect((await list(member))[0]?.lastUsedAt).toBe(first?.lastUsedAt);
  });

  it('opens nothing after its end, and is not listed', async () => {
    const { key } = (await make(member)).body;
    await sql.update(tokens).set({ expiresAt: raw`now() - interval '1 second'` });
    expect(await statusWith(key)).toBe(401);
    expect(await list(member)).toEqual([]);
  });
});

describe('IDN-53: a token whose owner', () => {
  it('is deactivated is dead at once', async () => {
    const { key } = (await make(member)).body;
    await sql.update(users).set({ active: false }).where(eq(users.id, member.id));
    expect(await statusWith(key)).toBe(401);
  });

  it('has not come through the provider sleeps under enforcement, and wakes', async () => {
    const { key } = (await make(member)).body;
    const service = (await make(admin, {}, SERVICE)).body.key;
    const { accountId } = admin;
    const providerId = crypto.randomUUID();
    await sql.insert(providers).values({
      id: providerId,
      accountId,
      name: 'Corp SSO',
      slug: `corp-${providerId.slice(0, 8)}`,
      issuer: 'https://id.corp.example',
      clientId: 'comporta',
      scopes: ['openid'],
      domains: ['corp.example'],
      trustsEmails: false,
      createsUsers: true,
      secondFactorThere: true,
      requiredGroups: [],
      mappingMode: 'OFF',
      mapping: [],
      enabled: true,
      savedBy: 'Ana',
    });
    // Without a factor of the emergency user, the tables refuse the policy (IDN-82).
    await sql
      .insert(secondFactors)
      .values({ userId: admin.id, sealedAppSecret: 'sealed', appSince: new Date() });
    await sql.insert(signInPolicies).values({
      accountId,
      passwordLogin: 'EMERGENCY_ONLY',
      emergencyUsers: [admin.id],
      secondFactor: 'OPTIONAL',
      graceDays: 7,
      sessionHours: 8,
      passwordMinChars: 6,
      tokenMaxDays: 90,
      tokenSleepDays: 30,
      deviceLogin: true,
      savedBy: 'Ana',
    });
    const asleep = await server.call('GET', '/api/apps', { token: key });
    expect(asleep).toMatchObject({ status: 401, body: { meta_data: { reason: 'asleep' } } });
    expect(await list(member)).toMatchObject([{ asleepUntil: ['Corp SSO'] }]);
    expect(await statusWith(service)).toBe(200);
    const came = (at: Date) =>
      sql
        .insert(identities)
        .values({ providerId, subject: 's', userId: member.id, lastUsedAt: at })
        .onConflictDoUpdate({
          target: [identities.providerId, identities.subject],
          set: { lastUsedAt: at },
        });
    await came(new Date(Date.now() - 31 * 86_400_000));
    expect(await statusWith(key)).toBe(401);
    await came(new Date());
    expect(await statusWith(key)).toBe(200);
    expect((await make(member, { days: 91 })).body).toMatchObject({
      error_code: 'INVALID_EXPIRY',
      meta_data: { max: 90 },
    });
  });
});

describe('IDN-52: a service key', () => {
  it('has no owner, may have no end, counts as an account key, and outlives its maker', async () => {
    const { body } = await make(admin, { days: null }, SERVICE);
    expect(body).toMatchObject({ expiresAt: null, createdBy: 'Ana' });
    expect(body.key).toMatch(/^cpt_svc_[\w-]{49}$/);
    expect((await make(admin, { name: 'Two' }, SERVICE)).status).toBe(201);
    expect((await make(admin, { name: 'Three' }, SERVICE)).status).toBe(201);
    expect((await make(admin, { name: 'Four' }, SERVICE)).body).toMatchObject({
      error_code: 'MAX_ACCOUNT_KEYS_REACHED',
    });
    await sql.update(users).set({ active: false }).where(eq(users.id, admin.id));
    expect((await save(body.key, 'by-service')).status).toBe(201);
    const [entry] = await sql
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entityName, 'by-service'));
    expect(entry?.actor).toEqual({ kind: 'key', id: body.id, name: 'CI', service: true });
  });

  it('FORBIDDEN: is for admins on the plan ON_PREMISE', async () => {
    const trial = await createCompany(server, 'TRIAL');
    for (const who of [trial, member]) {
      expect((await make(who, {}, SERVICE)).status).toBe(403);
      expect(await server.call('GET', SERVICE, { token: who.token })).toMatchObject({
        status: 403,
      });
    }
  });

  it('with `read` lists the environments for an edge node; a personal token feeds none', async () => {
    const list = (token: string) => server.call('GET', '/api/edge/environments', { token });
    const { key } = (await make(admin, { scopes: ['read'] }, SERVICE)).body;
    expect((await list(key)).status).toBe(200);
    const settings = (await make(admin, { scopes: ['code'] }, SERVICE)).body.key;
    expect(await list(settings)).toMatchObject({
      status: 403,
      body: { error_code: 'FORBIDDEN', meta_data: { scope: 'read' } },
    });
  });
});

describe("IDN-84: a token's changes", () => {
  it("are the owner's, and the log says which token", async () => {
    const { key } = (await make(member)).body;
    await save(key, 'by-token');
    const { body } = await server.call<{ items: { headline: string; actor: object }[] }>(
      'GET',
      `/api/apps/${shop.id}/audit-logs?page=1&size=10`,
      { token: admin.token },
    );
    expect(body.items[0]).toMatchObject({
      headline: 'Eva (token ‘CI’) created toggle “by-token”',
      actor: { kind: 'user', id: member.id, name: 'Eva', via: 'CI' },
    });
  });

  it('pass no policy, and a repeated call is not answered to another token', async () => {
    const { key } = (await make(admin)).body;
    const other = (await make(admin, { name: 'Other' })).body.key;
    const create = (token: string, headers: Record<string, string>) =>
      server.call<{ id?: string }>('POST', `/api/apps/${shop.id}/toggles`, {
        token,
        headers,
        body: { name: 'once', values: ['on', 'off'], defaultValue: 'off' },
      });
    const bypassed = await create(key, { 'change-bypass': 'true', 'change-reason': 'now' });
    expect(bypassed.status).toBe(403);
    const once = { 'idempotency-key': 'one-and-the-same' };
    const first = await create(key, once);
    expect(first.status).toBe(201);
    expect((await create(key, once)).body.id).toBe(first.body.id);
    expect((await create(other, once)).body).toMatchObject({ error_code: 'DUPLICATE_NAME' });
  });
});

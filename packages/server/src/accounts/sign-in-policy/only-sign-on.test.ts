import type { Security } from '@comporta/contract/identity/security';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSessions } from '../../identity/session-ends.ts';
import { sessions, users } from '../../tables/accounts.ts';
import { auditEntries } from '../../tables/audit-entries.ts';
import { providers } from '../../tables/identity.ts';
import { createCompany, createUser, type TestUser } from '../../testing/builders.ts';
import {
  createProvider,
  giveFactor,
  giveIdentity,
  openSessionBy,
} from '../../testing/identity/sign-on-builders.ts';
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { releaseSignIn } from './release-sign-in.ts';

const POLICY = '/api/accounts/sign-in-policy';

let mailbox: Mailbox;
let server: TestServer;
let ana: TestUser;
let rui: TestUser;
let slug: string;

beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startTestServer({
    SMTP_URL: mailbox.url,
    PUBLIC_URL: 'https://toggles.example.com',
    TRUST_PROXY: 'loopback',
  });
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});
beforeEach(async () => {
  ana = await createCompany(server);
  rui = await createUser(server, ana.accountId, { admin: true, name: 'Rui' });
  const providerId = await createProvider(server, ana.accountId);
  const [provider] = await server.database.sql
    .select({ slug: providers.slug })
    .from(providers)
    .where(eq(providers.id, providerId));
  slug = provider?.slug ?? '';
  await giveIdentity(server, { providerId, userId: ana.id });
  await giveFactor(server, rui.id);
  ana = { ...ana, token: await openSessionBy(server, ana.id, { method: 'SSO', providerId }) };
});

const put = (body: object) => server.call('PUT', POLICY, { token: ana.token, body });
const enforce = () => put({ passwordLogin: 'EMERGENCY_ONLY', emergencyUsers: [rui.id] });
let calls = 0;
function reset(email: string) {
  calls += 1;
  const headers = { 'x-forwarded-for': `192.0.2.${calls}` };
  return server.call('POST', '/api/users/reset-password', { body: { email }, headers });
}

describe('under only single sign-on', () => {
  it('IDN-04: a reset answers as ever, and its mail names provider and address, without a link', async () => {
    const eva = await createUser(server, ana.accountId, { name: 'Eva' });
    expect((await enforce()).status).toBe(200);
    expect((await reset(eva.email)).status).toBe(204);
    const { subject, text, html } = await mailbox.mailTo(eva.email);
    expect(subject).toBe('How you log in to Comporta');
    expect(text).toContain(
      `Acme logs in with Corp SSO: https://toggles.example.com/sso/${slug}. A password is not used.`,
    );
    expect(`${text} ${html}`).not.toContain('/password/');
  });

  it('IDN-04: an emergency user still gets a link, which works', async () => {
    await enforce();
    await mailbox.mailTo(rui.email);
    await reset(rui.email);
    const link = await mailbox.linkTo(rui.email);
    const body = { value: 'xyz789', confirmation: 'xyz789' };
    expect((await server.call('POST', `/api/users/passwords/${link}`, { body })).status).toBe(204);
  });

  it('IDN-04: a link that was made before opens nothing, even if it was not ended', async () => {
    const eva = await createUser(server, ana.accountId, { name: 'Eva' });
    await reset(eva.email);
    const link = await mailbox.linkTo(eva.email);
    await enforce();
    const body = { value: 'xyz789', confirmation: 'xyz789' };
    expect(await server.call('POST', `/api/users/passwords/${link}`, { body })).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_TOKEN' },
    });
  });

  it('IDN-03: who may not use their password is asked for the confirmation, and sees no field', async () => {
    const asked = () =>
      server.call<{ error_code: string }>('POST', '/api/accounts/keys/new', {
        token: ana.token,
        body: { password: '' },
      });
    const has = async () =>
      (await server.call<Security>('GET', '/api/users/me/security', ana)).body;
    const confirmed = (confirmedAt: Date | null) =>
      server.database.sql.update(sessions).set({ confirmedAt });
    await confirmed(null);
    expect((await asked()).body.error_code).toBe('MANDATORY_PASSWORD');
    expect(await has()).toMatchObject({ password: true, onlySignOn: false });
    await confirmed(new Date());
    expect((await enforce()).status).toBe(200);
    await confirmed(null);
    expect((await asked()).body.error_code).toBe('CONFIRMATION_REQUIRED');
    expect(await has()).toMatchObject({ password: false, onlySignOn: true });
  });

  it('IDN-20: an invitation leads to the provider', async () => {
    await enforce();
    const email = `${crypto.randomUUID()}@example.com`;
    const body = { name: 'Eva', email };
    const invited = await server.call('POST', '/api/users', { token: ana.token, body });
    expect(invited.status).toBe(201);
    const { text } = await mailbox.mailTo(email);
    expect(text).toContain('Ana added you to Acme on Comporta.');
    expect(text).toContain(`https://toggles.example.com/sso/${slug}`);
  });

  it('IDN-44: every administrator is told who changed the policy', async () => {
    await put({ sessionHours: 4 });
    for (const { email } of [ana, rui]) {
      const { text } = await mailbox.mailTo(email);
      expect(text).toContain('Ana changed how users of Acme log in: the sign-in policy.');
    }
  });
});

describe('IDN-04: who is known to a provider', () => {
  it('is not invited any more, and is switched off and on again without a password', async () => {
    const eva = await createUser(server, ana.accountId, { name: 'Eva' });
    await server.database.sql.update(users).set({ passwordHash: null }).where(eq(users.id, eva.id));
    const read = async () =>
      (
        await server.call<{ active: boolean; invited: boolean }>('GET', `/api/users/${eva.id}`, {
          token: ana.token,
        })
      ).body;
    expect(await read()).toMatchObject({ active: true, invited: true });
    const [provider] = await server.database.sql
      .select({ id: providers.id })
      .from(providers)
      .where(eq(providers.accountId, ana.accountId));
    await giveIdentity(server, { providerId: provider?.id ?? '', userId: eva.id });
    expect(await read()).toMatchObject({ active: true, invited: false });
    for (const active of [false, true]) {
      const body = { name: 'Eva', active };
      await server.call('PUT', `/api/users/${eva.id}`, { token: ana.token, body });
      expect(await read()).toMatchObject({ active, invited: false });
    }
  });
});

describe('IDN-21: the command that releases a company', () => {
  it('lets passwords in again, is audited as the service, and tells every administrator', async () => {
    await enforce();
    await mailbox.mailTo(rui.email);
    expect(await releaseSignIn(server.database.sql, ana.email.toUpperCase())).toEqual({
      name: 'Acme',
      wasEnforced: true,
    });
    const { body } = await server.call('GET', POLICY, { token: ana.token });
    expect(body).toMatchObject({
      passwordLogin: 'EVERYBODY',
      emergencyUsers: [rui.id],
      version: 2,
    });
    const entries = await server.database.sql
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entityId, ana.accountId))
      .orderBy(auditEntries.sequence);
    expect(entries.at(-1)).toMatchObject({
      actor: { kind: 'system' },
      before: { passwordLogin: 'EMERGENCY_ONLY' },
      after: { passwordLogin: 'EVERYBODY' },
    });
    const { text } = await mailbox.mailTo(rui.email);
    expect(text).toContain('allowed passwords and passkeys at Acme again');
  });

  it('changes nothing where passwords are allowed, and knows no user of nowhere', async () => {
    const { sql } = server.database;
    expect(await releaseSignIn(sql, ana.email)).toEqual({ name: 'Acme', wasEnforced: false });
    expect(await releaseSignIn(sql, 'nobody@example.com')).toBeUndefined();
  });
});

describe('IDN-41: the length of passwords', () => {
  it('is asked of the next password, by link and by its owner, and the refusal says how long', async () => {
    await put({ passwordMinChars: 12 });
    const eva = await createUser(server, ana.accountId, { name: 'Eva' });
    const change = (newPassword: string) =>
      server.call('POST', '/api/users/change-password', {
        token: eva.token,
        body: { currentPassword: 'abc123', newPassword, confirmation: newPassword },
      });
    expect(await change('xyz789')).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_PASSWORD', meta_data: { at: ['newPassword'], min: 12 } },
    });
    expect((await change('xyz789-uvw456')).status).toBe(204);
    await mailbox.mailTo(eva.email);
    await endSessions(server.database.sql, eva.id);
    await reset(eva.email);
    const link = await mailbox.linkTo(eva.email);
    const set = (value: string) =>
      server.call('POST', `/api/users/passwords/${link}`, { body: { value, confirmation: value } });
    const rules = (of: string) => server.call('GET', `/api/users/passwords/${of}/rules`);
    expect(await rules(link)).toMatchObject({ status: 200, body: { minChars: 12 } });
    expect(await rules('unknown')).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_TOKEN' },
    });
    const security = await server.call('GET', '/api/users/me/security', { token: ana.token });
    expect(security.body).toMatchObject({ passwordMinChars: 12 });
    expect(await set('klm456')).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_PASSWORD', meta_data: { at: ['value'], min: 12 } },
    });
    expect((await set('klm456-nop123')).status).toBe(204);
  });

  it('is that of 0.2.0 as long as nobody saved another: its refusal is the same, too', async () => {
    const body = { currentPassword: 'abc123', newPassword: 'ab12', confirmation: 'ab12' };
    const refused = await server.call<{ meta_data: object }>('POST', '/api/users/change-password', {
      token: rui.token,
      body,
    });
    expect(refused.body).toMatchObject({ error_code: 'INVALID_PASSWORD' });
    expect(refused.body.meta_data).toEqual({ at: ['newPassword'] });
  });
});

describe('IDN-35: who lacks a second factor', () => {
  it('is said to administrators only where one is asked of them, also if a provider asks for it', async () => {
    const eva = await createUser(server, ana.accountId, { name: 'Eva' });
    const lacking = async () => {
      const { body } = await server.call<{ id: string; lacksFactor?: boolean }[]>(
        'GET',
        '/api/users',
        { token: ana.token },
      );
      return body.flatMap(({ id, lacksFactor }) => (lacksFactor ? [id] : []));
    };
    expect(await lacking()).toEqual([]);
    await put({ secondFactor: 'ADMINS' });
    expect(await lacking()).toEqual([]);
    await put({ secondFactor: 'ALL' });
    expect(await lacking()).toEqual([eva.id]);
    await server.database.sql
      .update(providers)
      .set({ secondFactorThere: false })
      .where(eq(providers.accountId, ana.accountId));
    expect((await lacking()).sort()).toEqual([ana.id, eva.id].sort());
    await put({ secondFactor: 'ADMINS' });
    expect(await lacking()).toEqual([ana.id]);
  });
});

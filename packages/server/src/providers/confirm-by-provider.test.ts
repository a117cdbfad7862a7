import type { Provider } from '@comporta/contract/identity/provider';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { hashSecret, newSecret } from '../platform/base/secrets.ts';
import { users } from '../tables/accounts.ts';
import { createCompany, createUser, type TestUser } from '../testing/builders.ts';
import { giveFactor } from '../testing/identity/sign-on-builders.ts';
import {
  type CompanyLogin,
  logInThere,
  openCompanyLogin,
} from '../testing/providers/company-login.ts';
import { comeBack, redeem, saveProvider } from '../testing/providers/provider-desk.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const lines: string[] = [];
let server: TestServer;
let login: CompanyLogin;
let admin: TestUser;
let provider: Provider;
let counted = 0;

/** Who came in through the provider, what keeps them logged in there, and their session here. */
interface Person {
  readonly sub: string;
  readonly cookies: Map<string, string>;
  readonly token: string;
}

beforeAll(async () => {
  [server, login] = await Promise.all([
    startTestServer({}, createLog('info', { write: (line) => lines.push(line) })),
    openCompanyLogin(),
  ]);
});
afterAll(async () => {
  await server.close();
  await login[Symbol.asyncDispose]();
});
beforeEach(async () => {
  login.authTime = 'TRUE';
  admin = await createCompany(server);
  counted += 1;
  const { body } = await saveProvider(server, admin, {
    name: 'Corp SSO',
    slug: `confirming-${counted}`,
    issuer: login.issuer,
    ...login.client,
    domains: ['corp.example'],
    createsUsers: true,
    enabled: true,
  });
  provider = body;
});

/** A person of the company who is new here, and comes in. */
async function comeIn(name: string): Promise<Person> {
  const sub = `${name}-${counted}`;
  login.people.set(sub, { sub, name, email: `${sub}@corp.example`, email_verified: true });
  const verifier = newSecret();
  const cookies = new Map<string, string>();
  const { body } = await server.call<{ location: string }>(
    'POST',
    `/api/sso/${provider.slug}/start`,
    {
      body: { verifierHash: hashSecret(verifier) },
    },
  );
  const landed = await land(await logInThere(login, { location: body.location, sub }, cookies));
  const opened = await redeem(server, { ticket: landed.get('ticket') ?? '', verifier });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  return { sub, cookies, token: opened.body.access_token };
}

function land(address: URL): Promise<URLSearchParams> {
  return comeBack(server, provider, Object.fromEntries(address.searchParams));
}

function begin({ token }: Pick<Person, 'token'>, verifier: string, purpose = 'CONFIRM') {
  return server.call<{ location: string }>('POST', '/api/users/me/sso', {
    token,
    body: { providerId: provider.id, purpose, verifierHash: hashSecret(verifier) },
  });
}

/** Goes to the provider to confirm, as `sub`, and comes back. */
async function goThere(person: Person, sub = person.sub) {
  const verifier = newSecret();
  const { body } = await begin(person, verifier);
  const cookies = sub === person.sub ? person.cookies : new Map<string, string>();
  const landed = await land(await logInThere(login, { location: body.location, sub }, cookies));
  return { landed, ticket: landed.get('ticket') ?? '', verifier };
}

function confirm({ token }: Pick<Person, 'token'>, body: object) {
  return server.call<{ error_code: string } | undefined>('POST', '/api/users/me/confirmation', {
    token,
    body,
  });
}

/** What a call answers that asks for a confirmation: to make recovery codes, for who has no factor, finds nothing. */
async function makeCodes({ token }: Pick<Person, 'token'>) {
  const { status, body } = await server.call<{ error_code: string; meta_data: object }>(
    'POST',
    '/api/users/me/recovery-codes',
    { token },
  );
  return { status, code: body.error_code, ...body.meta_data };
}

const ASKED = { status: 400, code: 'CONFIRMATION_REQUIRED', methods: ['SSO'] };

describe('IDN-83: a confirmation through a provider', () => {
  it('asks there for a login anew, and holds for the calls of this session', async () => {
    const ines = await comeIn('ines');
    expect(await makeCodes(ines)).toMatchObject(ASKED);
    const { body } = await begin(ines, newSecret());
    const asked = Object.fromEntries(new URL(body.location).searchParams);
    expect(asked).toMatchObject({ prompt: 'login', max_age: '0' });
    const { ticket, verifier } = await goThere(ines);
    expect((await confirm(ines, { ticket, verifier })).status).toBe(204);
    expect(await makeCodes(ines)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await confirm(ines, { ticket, verifier })).body?.error_code).toBe('SSO_EXPIRED');
  });

  it('is refused where the provider only repeats an old login', async () => {
    const ines = await comeIn('ines');
    login.authTime = 'OLD';
    const { landed } = await goThere(ines);
    expect([landed.get('error'), landed.get('ticket')]).toEqual(['SSO_EXPIRED', null]);
    expect(await makeCodes(ines)).toMatchObject(ASKED);
  });

  it('is taken from a provider that says no time of the login, and the log says so', async () => {
    const ines = await comeIn('ines');
    login.authTime = 'UNTOLD';
    const { ticket, verifier } = await goThere(ines);
    expect((await confirm(ines, { ticket, verifier })).status).toBe(204);
    expect(lines.filter((line) => line.includes('does not say when its user logged in'))).toEqual([
      expect.stringContaining(provider.id),
    ]);
  });

  it('is none by somebody else of the company, whose identity it does not move either', async () => {
    const [ines, bia] = [await comeIn('ines'), await comeIn('bia')];
    const asBia = await goThere(ines, bia.sub);
    const { status, body } = await confirm(ines, {
      ticket: asBia.ticket,
      verifier: asBia.verifier,
    });
    expect([status, body?.error_code]).toEqual([400, 'WRONG_CONFIRMATION']);
    expect(await makeCodes(ines)).toMatchObject(ASKED);
    const { ticket, verifier } = await goThere(ines);
    expect((await confirm(bia, { ticket, verifier })).body?.error_code).toBe('SSO_EXPIRED');
    expect((await confirm(ines, { ticket, verifier: newSecret() })).body?.error_code).toBe(
      'SSO_EXPIRED',
    );
    expect(await makeCodes(bia)).toMatchObject(ASKED);
  });

  it('is none by the ticket of a login, and opens no session', async () => {
    const ines = await comeIn('ines');
    const { ticket, verifier } = await goThere(ines);
    expect((await redeem(server, { ticket, verifier })).body.error_code).toBe('SSO_EXPIRED');
    const own = newSecret();
    const { body } = await server.call<{ location: string }>(
      'POST',
      `/api/sso/${provider.slug}/start`,
      { body: { verifierHash: hashSecret(own) } },
    );
    const { sub, cookies } = ines;
    const landed = await land(await logInThere(login, { location: body.location, sub }, cookies));
    const ofLogin = { ticket: landed.get('ticket') ?? '', verifier: own };
    expect((await confirm(ines, ofLogin)).body?.error_code).toBe('SSO_EXPIRED');
  });

  it('is no way for who has a second factor here, nor for who is not connected', async () => {
    const ines = await comeIn('ines');
    const { ticket, verifier } = await goThere(ines);
    const { sql } = server.database;
    const [user] = await sql
      .select()
      .from(users)
      .where(eq(users.email, `${ines.sub}@corp.example`));
    await giveFactor(server, user?.id ?? '');
    expect((await confirm(ines, { ticket, verifier })).body?.error_code).toBe('WRONG_CONFIRMATION');
    const bia = await createUser(server, admin.accountId);
    const { ticket: other, verifier: kept } = await goThere({ ...ines, token: bia.token });
    expect((await confirm(bia, { ticket: other, verifier: kept })).body?.error_code).toBe(
      'WRONG_CONFIRMATION',
    );
  });

  it('does not begin at a provider of another company', async () => {
    const stranger = await createCompany(server);
    expect((await begin(stranger, newSecret())).status).toBe(404);
  });
});

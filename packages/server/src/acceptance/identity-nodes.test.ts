import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listApplications } from '@comporta/contract/applications/application-api';
import type { Provider } from '@comporta/contract/identity/provider';
import { updateSignInPolicy } from '@comporta/contract/identity/sign-in-policy-api';
import { startSignOn } from '@comporta/contract/identity/sign-on-api';
import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { createServiceKey, createToken } from '@comporta/contract/keys/token-api';
import { createSession } from '@comporta/contract/sessions/session-api';
import { createUser, updateUser } from '@comporta/contract/users/user-api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { hashSecret, newSecret } from '../platform/base/secrets.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { Sql } from '../platform/database/sql.ts';
import { sessions, users } from '../tables/accounts.ts';
import { identities, providers } from '../tables/identity.ts';
import { giveFactor, giveIdentity, openSessionBy } from '../testing/identity/sign-on-builders.ts';
import { type CompanyLogin, openCompanyLogin } from '../testing/providers/company-login.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type Client, openClient } from './client.ts';
import { PASSWORD, signUp } from './company.ts';
import { type DatabaseLine, openDatabaseLine } from './database-line.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import {
  comeBack,
  connectProvider,
  fetchTicket,
  logInThere,
  signOn,
  WITH_SIGN_ON,
} from './sign-on.ts';

const ROUNDS = 5;
/** As IDN-75 asks for. */
const FIRST_SIGN_INS = 20;

const stack = new AsyncDisposableStack();
let sql: Sql;
let login: CompanyLogin;
let line: DatabaseLine;
/** Two processes on one database; the line of the other one can be cut. */
let here: ServiceProcess;
let there: ServiceProcess;

beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  stack.defer(drop);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-identity-nodes-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const database = openDatabase(url, () => {});
  stack.defer(database.close);
  ({ sql } = database);
  line = stack.use(await openDatabaseLine(url));
  login = stack.use(await openCompanyLogin());
  const settings = { DATA_DIR: dataDir, SIGNUP: 'open', ...WITH_SIGN_ON };
  [here, there] = (await Promise.all(
    [url, line.url].map((DATABASE_URL) => startServiceProcess({ ...settings, DATABASE_URL })),
  )) as [ServiceProcess, ServiceProcess]; // One for each.
  for (const node of [here, there]) stack.defer(() => node.kill());
});
afterAll(() => stack.disposeAsync());

interface Company {
  readonly admin: Client;
  readonly adminId: string;
  readonly email: string;
  readonly provider: Provider;
}

/** A company of this try, whose people come in through a provider. */
async function openCompany(at = login): Promise<Company> {
  const email = `${randomUUID()}@corp.example`;
  const admin = await signUp(here, email);
  const provider = await connectProvider(admin, at);
  const [user] = await sql.select({ id: users.id }).from(users).where(eq(users.email, email));
  return { admin, adminId: user?.id ?? '', email, provider };
}

/** Somebody whom nobody has seen before. */
function newcomer(at = login): string {
  const sub = randomUUID();
  at.people.set(sub, { sub, email: `${sub}@corp.example`, email_verified: true });
  return sub;
}

it('IDN-75: 20 first sign-ins of one sub at two nodes make one user with 20 sessions', async () => {
  const { provider } = await openCompany();
  const sub = newcomer();
  const nodeOf = (index: number) => (index % 2 === 0 ? here : there).url;
  const forms = [];
  for (let index = 0; index < FIRST_SIGN_INS; index += 1) {
    forms.push(await fetchTicket(nodeOf(index), provider, sub));
  }
  const opened = await Promise.all(
    forms.map((body, index) => openClient(nodeOf(index + 1)).call(createSession, { body })),
  );
  expect(new Set(opened.map(({ access_token: token }) => token)).size).toBe(FIRST_SIGN_INS);
  const found = await sql
    .select()
    .from(users)
    .where(eq(users.email, `${sub}@corp.example`));
  expect(found).toHaveLength(1);
  const id = found[0]?.id ?? '';
  expect(await sql.$count(identities, eq(identities.userId, id))).toBe(1);
  expect(await sql.$count(sessions, eq(sessions.userId, id))).toBe(FIRST_SIGN_INS);
});

it('IDN-75: enforcing at one node while the emergency user is demoted at the other: one is refused', async () => {
  const { admin, adminId, provider } = await openCompany();
  await sql.update(providers).set({ testedAt: new Date() }).where(eq(providers.id, provider.id));
  await giveIdentity({ database: { sql } }, { providerId: provider.id, userId: adminId });
  const cameBy = { method: 'SSO', providerId: provider.id } as const;
  const token = await openSessionBy({ database: { sql } }, adminId, cameBy);
  const email = `${randomUUID()}@corp.example`;
  const rui = await admin.call(createUser, { body: { name: 'Rui', email, admin: true } });
  // A password of the tables' own: nobody logs in with it.
  await sql.update(users).set({ passwordHash: 'hash', active: true }).where(eq(users.id, rui.id));
  await giveFactor({ database: { sql } }, rui.id);
  const save = (passwordLogin: 'EMERGENCY_ONLY' | 'EVERYBODY') =>
    openClient(here.url, token).call(updateSignInPolicy, {
      body: { passwordLogin, emergencyUsers: [rui.id] },
    });
  const makeAdmin = (isAdmin: boolean) =>
    openClient(there.url, token).call(updateUser, {
      params: { id: rui.id },
      body: { name: 'Rui', admin: isAdmin },
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    const done = await Promise.allSettled([save('EMERGENCY_ONLY'), makeAdmin(false)]);
    const refused = done.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({ code: 'EMERGENCY_USER_REQUIRED', status: 409 });
    await save('EVERYBODY');
    await makeAdmin(true);
  }
});

it('IDN-75: while the provider is away, sessions live, and who comes is told SSO_UNAVAILABLE', async () => {
  const away = await openCompanyLogin();
  const { provider } = await openCompany(away);
  const sub = newcomer(away);
  const token = await signOn(here.url, provider, sub);
  const sentBack = await logInThere(here.url, provider, sub);
  await away[Symbol.asyncDispose]();
  const landed = await comeBack(here.url, sentBack);
  expect(landed.get('error')).toBe('SSO_UNAVAILABLE');
  // The other node has not read what the provider says of itself.
  const { slug } = provider;
  const body = { verifierHash: hashSecret(newSecret()) };
  expect(
    await openClient(there.url).refusal(startSignOn, { params: { slug }, body }),
  ).toMatchObject({ code: 'SSO_UNAVAILABLE' });
  for (const { url } of [here, there]) {
    expect(await openClient(url, token).call(listApplications, {})).toEqual([]);
  }
});

it('IDN-75: while the database is away, nobody is told 401, whatever they come with', async () => {
  const { admin, email, provider } = await openCompany();
  const sub = newcomer();
  const body = { name: 'CI', scopes: ['read'], days: 30 };
  const { key: token } = await admin.call(createToken, { body });
  const { key: service } = await admin.call(createServiceKey, { body });
  const { key: account } = await admin.call(createAccountKey, { body: { password: PASSWORD } });
  const session = await signOn(there.url, provider, sub);
  const ticket = await fetchTicket(there.url, provider, sub);
  const sentBack = await logInThere(there.url, provider, sub);
  const visitor = openClient(there.url);
  const enter = (form: object) => visitor.refusal(createSession, { body: { ...NO_FORM, ...form } });
  const held = [session, token, service, account];
  for (const one of held) await openClient(there.url, one).call(listApplications, {});

  line.cut();
  // Also when the test fails.
  onTestFinished(line.mend);
  const unavailable = { status: 503, code: 'SERVICE_UNAVAILABLE' };
  for (const one of held) {
    expect(await openClient(there.url, one).refusal(listApplications, {})).toMatchObject(
      unavailable,
    );
  }
  expect(
    await enter({ grant_type: 'password', username: email, password: PASSWORD }),
  ).toMatchObject(unavailable);
  expect(await enter(ticket)).toMatchObject(unavailable);
  const step = { grant_type: 'urn:comporta:second-step', challenge: newSecret(), code: '123456' };
  expect(await enter(step)).toMatchObject(unavailable);
  const start = { params: { slug: provider.slug }, body: { verifierHash: hashSecret('x') } };
  expect(await visitor.refusal(startSignOn, start)).toMatchObject(unavailable);
  expect((await fetch(`${there.url}${sentBack.callback}`, { redirect: 'manual' })).status).toBe(
    503,
  );

  line.mend();
  await expect
    .poll(() => openClient(there.url, session).call(listApplications, {}).catch(String))
    .toEqual([]);
  for (const one of held) await openClient(there.url, one).call(listApplications, {});
  // Nothing was used up meanwhile, neither the ticket nor the code of the provider.
  await visitor.call(createSession, { body: ticket });
  expect((await comeBack(there.url, sentBack)).get('ticket')).toMatch(/./);
});

const NO_FORM = { grant_type: '', username: '', password: '' };

import type { Provider } from '@comporta/contract/identity/provider';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { accounts, users } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { createCompany, createUser, type TestUser } from '../testing/builders.ts';
import type { ForgedIssuer } from '../testing/providers/forged-issuer.ts';
import {
  addMapped,
  type ClaimedPerson,
  fetchTicket,
  newPerson,
  openDesk,
  redeem,
  signOn,
} from '../testing/providers/provider-desk.ts';
import { FULL_PLAN } from '../testing/samples.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let issuer: ForgedIssuer;
let admin: TestUser;

beforeAll(async () => {
  const settings = { PLANS: JSON.stringify({ ON_PREMISE: {}, FULL: FULL_PLAN }) };
  const desk = await openDesk(settings);
  ({ server, issuer } = desk);
  return desk.close;
});
beforeEach(async () => {
  admin = await createCompany(server);
});

const save = (draft: object) => addMapped(server, issuer, { admin, ...draft });

function on(provider: Provider, claims: ClaimedPerson, groups?: readonly string[]) {
  return signOn(server, { issuer, provider, claims: { ...claims, groups } });
}

it('IDN-18: an administrator who is needed keeps the flag, and the audit log says it once', async () => {
  const provider = await save({ mapping: [{ group: 'admins', admin: true, apps: [] }] });
  const ana = newPerson();
  await on(provider, ana, ['admins']);
  const { sql } = server.database;
  await sql.update(users).set({ active: false }).where(eq(users.id, admin.id));
  const kept = async () => {
    const rows = await sql
      .select({ after: auditEntries.after })
      .from(auditEntries)
      .where(eq(auditEntries.accountId, admin.accountId));
    return rows.filter(({ after }) => after !== null && 'adminKept' in after).length;
  };
  for (let times = 0; times < 3; times += 1) {
    expect((await on(provider, ana, [])).body).toMatchObject({ is_admin: true });
  }
  expect(await kept()).toBe(1);
  await on(provider, ana, ['admins']);
  await on(provider, ana, []);
  expect(await kept()).toBe(2);
  await createUser(server, admin.accountId, { admin: true });
  expect((await on(provider, ana, [])).body).toMatchObject({ is_admin: false });
});

it('IDN-16: the limit of the plan holds for who would be created, and the others come in', async () => {
  const provider = await save({ mappingMode: 'OFF' });
  const ana = newPerson();
  expect((await on(provider, ana)).status).toBe(200);
  await server.database.sql
    .update(accounts)
    .set({ plan: 'FULL' })
    .where(eq(accounts.id, admin.accountId));
  const bia = newPerson();
  // RFC 6749, section 5.2: a grant that is refused.
  expect(await on(provider, bia)).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant', error_code: 'MAX_USERS_LIMIT_REACHED' },
  });
  const { sql } = server.database;
  expect(await sql.$count(users, eq(users.email, bia.email))).toBe(0);
  expect((await on(provider, ana)).status).toBe(200);
});

it('IDN-15: SSO_EMAIL_TAKEN is the same bytes for a user of another company and for one who was switched off', async () => {
  const provider = await save({ mappingMode: 'OFF' });
  const stranger = await createCompany(server);
  const { sql } = server.database;
  const [theirs, off] = [newPerson(), newPerson()];
  await sql.update(users).set({ email: theirs.email }).where(eq(users.id, stranger.id));
  const gone = await createUser(server, admin.accountId);
  await sql
    .update(users)
    .set({ email: off.email, active: false, deactivated: true })
    .where(eq(users.id, gone.id));
  const answers = [];
  for (const claims of [theirs, off]) {
    const { landed, verifier } = await fetchTicket(server, { issuer, provider, claims });
    const { status, body } = await redeem(server, { ticket: landed.get('ticket') ?? '', verifier });
    // Each request has an id of its own.
    answers.push(JSON.stringify({ status, body: { ...body, request_id: '' } }));
  }
  expect(answers[0]).toContain('SSO_EMAIL_TAKEN');
  expect(answers[1]).toBe(answers[0]);
});

import type { Provider } from '@comporta/contract/identity/provider';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { users } from '../tables/accounts.ts';
import { mails } from '../tables/queues.ts';
import { createCompany, createUser, type TestUser } from '../testing/builders.ts';
import type { ForgedIssuer } from '../testing/providers/forged-issuer.ts';
import { draftOf, openDesk, saveProvider } from '../testing/providers/provider-desk.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let issuer: ForgedIssuer;

beforeAll(async () => {
  const desk = await openDesk();
  ({ server, issuer } = desk);
  return desk.close;
});

/** To whom the mails go that have been queued since the last time, and what they say. */
async function takeMails({ accountId }: TestUser) {
  const { sql } = server.database;
  const rows = await sql
    .select({ id: mails.id, to: mails.recipient, reason: mails.reason })
    .from(mails)
    .innerJoin(users, eq(users.id, mails.userId))
    .where(eq(users.accountId, accountId));
  for (const { id } of rows) await sql.delete(mails).where(eq(mails.id, id));
  return rows
    .map(({ to, reason }) => ({ to, reason }))
    .toSorted((one, other) => (one.to < other.to ? -1 : 1));
}

it('IDN-44: all administrators hear of a provider that is added, changed or deleted, and nobody else', async () => {
  const ana = await createCompany(server);
  const rui = await createUser(server, ana.accountId, { admin: true, name: 'Rui' });
  await createUser(server, ana.accountId, { name: 'Bia' });
  const told = [ana, rui]
    .map(({ email }) => ({
      to: email,
      reason: {
        kind: 'security',
        what: { is: 'settings', name: 'Ana', change: 'PROVIDER' },
      },
    }))
    .toSorted((one, other) => (one.to < other.to ? -1 : 1));
  const draft = draftOf(issuer);
  const { body: provider } = await saveProvider(server, ana, draft);
  expect(await takeMails(ana)).toEqual(told);
  const put = (body: object) =>
    server.call<Provider>('PUT', `/api/accounts/providers/${provider.id}`, {
      token: ana.token,
      body,
    });
  await put(draft);
  expect(await takeMails(ana)).toEqual([]);
  await put({ ...draft, domains: ['corp.example', 'corp.pt'] });
  expect(await takeMails(ana)).toEqual(told);
  await put({ ...draft, domains: [] });
  expect(await takeMails(ana)).toEqual([]);
  const { status } = await server.call('DELETE', `/api/accounts/providers/${provider.id}`, {
    token: ana.token,
  });
  expect(status).toBe(204);
  expect(await takeMails(ana)).toEqual(told);
});

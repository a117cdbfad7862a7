import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tokens } from '../tables/identity.ts';
import { createApplication, createCompany, type TestUser } from '../testing/builders.ts';
import { createToken } from '../testing/identity/create-token.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { mayFeed } from './edge-node-routes.ts';

let server: TestServer;
let admin: TestUser;
let appId: string;
let envId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  const application = await createApplication(server, admin.accountId);
  appId = application.id;
  [envId = ''] = application.environmentIds;
});
afterAll(() => server.close());

it('IDN-52, FAIR-55: a service key that may read feeds an edge node until it ends', async () => {
  const { sql } = server.database;
  const service = { userId: null, scopes: ['read'] } as const;
  const { id, key } = await createToken(server, admin.accountId, service);
  expect(await mayFeed(sql, key, envId)).toBe(true);
  await sql.delete(tokens).where(eq(tokens.id, id));
  expect(await mayFeed(sql, key, envId)).toBe(false);
});

it.each([
  ['of another company', async () => (await createCompany(server)).accountId, {}],
  [
    'for chosen applications, which lists no environments',
    async () => admin.accountId,
    { apps: true },
  ],
  ['that only reports code', async () => admin.accountId, { scopes: ['code'] as const }],
  ['of a person', async () => admin.accountId, { person: true }],
])(
  'IDN-52: a token %s feeds none',
  async (_, accountOf, {
    apps,
    scopes,
    person,
  }: {
    apps?: boolean;
    scopes?: readonly 'code'[];
    person?: boolean;
  }) => {
    const { key } = await createToken(server, await accountOf(), {
      userId: person ? admin.id : null,
      ...(apps && { apps: [appId] }),
      ...(scopes && { scopes }),
    });
    expect(await mayFeed(server.database.sql, key, envId)).toBe(false);
  },
);

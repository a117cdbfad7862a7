import { newId } from '../platform/ids.ts';
import { hashSecret, newSecret } from '../platform/secrets.ts';
import { accounts, sessions, users } from '../tables/accounts.ts';
import { applications, environments } from '../tables/applications.ts';
import { grants } from '../tables/grants.ts';
import type { TestServer } from './test-server.ts';

export interface TestUser {
  readonly accountId: string;
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** A company with its first admin, logged in. */
export async function createCompany(server: TestServer, plan = 'ON_PREMISE'): Promise<TestUser> {
  const accountId = newId();
  await server.database.sql.insert(accounts).values({ id: accountId, name: 'Acme', plan });
  return createUser(server, accountId, { admin: true });
}

/** An active user of a company, logged in; one who is no admin is granted the applications named. */
export async function createUser(
  server: TestServer,
  accountId: string,
  { admin = false, apps = [] }: { admin?: boolean; apps?: readonly string[] } = {},
): Promise<TestUser> {
  const { sql } = server.database;
  const id = newId();
  const email = `${id}@example.com`;
  const token = newSecret();
  await sql.insert(users).values({
    id,
    accountId,
    name: 'Ana',
    email,
    admin,
    active: true,
    language: 'en',
    savedBy: 'Ana',
  });
  for (const applicationId of apps) await sql.insert(grants).values({ userId: id, applicationId });
  await sql.insert(sessions).values({
    tokenHash: hashSecret(token),
    userId: id,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return { accountId, id, email, token };
}

export interface TestApplication {
  readonly id: string;
  readonly environmentIds: readonly string[];
}

/** An application with the environments named. */
export async function createApplication(
  server: TestServer,
  accountId: string,
  environmentNames: readonly string[] = ['Production'],
): Promise<TestApplication> {
  const { sql } = server.database;
  const id = newId();
  await sql.insert(applications).values({
    id,
    accountId,
    name: `Checkout ${id}`,
    notificationLanguage: 'en',
    webhookSecret: newSecret(),
    savedBy: 'Ana',
  });
  const rows = environmentNames.map((name, position) => ({
    id: newId(),
    applicationId: id,
    name,
    position,
  }));
  await sql.insert(environments).values(rows);
  return { id, environmentIds: rows.map((row) => row.id) };
}

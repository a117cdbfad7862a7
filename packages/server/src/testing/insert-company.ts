import { newEnvironmentKey } from '../identity/keys/environment-key.ts';
import { newId } from '../platform/base/ids.ts';
import { hashSecret, newSecret } from '../platform/base/secrets.ts';
import type { Sql } from '../platform/database/database.ts';
import { accounts, sessions, users } from '../tables/accounts.ts';
import { applications, environments } from '../tables/applications.ts';

const SESSION_MS = 8 * 3_600_000;

export interface InsertedCompany {
  readonly accountId: string;
  /** The token of a session of its administrator. */
  readonly token: string;
  readonly applicationId: string;
  readonly environments: readonly { readonly id: string; readonly key: string }[];
}

/** Inserts a company with an administrator and an application directly into the tables; no service needs to run. */
export async function insertCompany(
  sql: Sql,
  environmentNames: readonly string[],
): Promise<InsertedCompany> {
  const [accountId, userId, applicationId, token] = [newId(), newId(), newId(), newSecret()];
  const by = { savedBy: 'Ana' };
  await sql.insert(accounts).values({ id: accountId, name: 'Acme', plan: 'ON_PREMISE' });
  await sql.insert(users).values({
    id: userId,
    accountId,
    name: 'Ana',
    email: `${userId}@example.com`,
    admin: true,
    active: true,
    language: 'en',
    passwordHash: 'none that a password has',
    ...by,
  });
  const expiresAt = new Date(Date.now() + SESSION_MS);
  await sql.insert(sessions).values({ tokenHash: hashSecret(token), userId, expiresAt });
  await sql.insert(applications).values({
    id: applicationId,
    accountId,
    name: `Shop ${applicationId}`,
    notificationLanguage: 'en',
    webhookSecret: newSecret(),
    ...by,
  });
  const keyed = environmentNames.map((name) => ({ id: newId(), name, key: newEnvironmentKey() }));
  await sql.insert(environments).values(
    keyed.map(({ id, name, key }, position) => ({
      id,
      applicationId,
      name,
      position,
      keyHash: hashSecret(key),
      keyCreatedAt: new Date(),
    })),
  );
  return { accountId, token, applicationId, environments: keyed };
}

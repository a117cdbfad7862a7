import type { SignInMethod, SignInStrength } from '@comporta/contract/identity/sign-in';
import {
  DEFAULT_SIGN_IN_POLICY,
  type SignInPolicy,
} from '@comporta/contract/identity/sign-in-policy';
import { eq } from 'drizzle-orm';
import { newId } from '../../platform/base/ids.ts';
import { hashSecret, newSecret } from '../../platform/base/secrets.ts';
import type { Sql } from '../../platform/database/database.ts';
import { sessions, users } from '../../tables/accounts.ts';
import {
  identities,
  providers,
  secondFactors,
  signInPolicies,
  signIns,
} from '../../tables/identity.ts';

/** A server, or no more of it than its database. */
interface OnDatabase {
  readonly database: { readonly sql: Sql };
}

/** An enabled provider that was tested just now. */
export async function createProvider(server: OnDatabase, accountId: string): Promise<string> {
  const id = newId();
  await server.database.sql.insert(providers).values({
    id,
    accountId,
    name: 'Corp SSO',
    slug: `corp-${id.slice(-12)}`,
    issuer: 'https://id.corp.example',
    clientId: 'comporta',
    scopes: ['openid', 'email'],
    domains: ['corp.example'],
    trustsEmails: false,
    createsUsers: false,
    secondFactorThere: true,
    requiredGroups: [],
    mappingMode: 'OFF',
    mapping: [],
    enabled: true,
    testedAt: new Date(),
    savedBy: 'Ana',
  });
  return id;
}

/** Lets the provider know the user, by their id. */
export async function giveIdentity(
  server: OnDatabase,
  { providerId, userId }: { readonly providerId: string; readonly userId: string },
): Promise<void> {
  await server.database.sql.insert(identities).values({ providerId, userId, subject: userId });
}

/** Puts an app in force, without a secret. */
export async function giveFactor(server: OnDatabase, userId: string): Promise<void> {
  await server.database.sql.insert(secondFactors).values({ userId, appSince: new Date() });
}

/** The policy of a company that has none yet. */
export async function givePolicy(
  server: OnDatabase,
  accountId: string,
  policy: Partial<SignInPolicy>,
): Promise<void> {
  const values = { ...DEFAULT_SIGN_IN_POLICY, ...policy, savedBy: 'Ana' };
  await server.database.sql.insert(signInPolicies).values({ accountId, ...values });
}

interface CameBy {
  readonly method: SignInMethod;
  readonly strength?: SignInStrength;
  readonly providerId?: string;
}

/** The token of a session that was opened in this way, and whose owner has just confirmed that it is them. */
export async function openSessionBy(
  server: OnDatabase,
  userId: string,
  { method, strength = 1, providerId }: CameBy,
): Promise<string> {
  const { sql } = server.database;
  const token = newSecret();
  const signInId = newId();
  const [user] = await sql
    .select({ accountId: users.accountId })
    .from(users)
    .where(eq(users.id, userId));
  await sql.insert(signIns).values({
    id: signInId,
    accountId: user?.accountId ?? '',
    userId,
    method,
    strength,
    outcome: 'OPENED',
    providerId,
    client: 'Chrome, Linux',
    network: '192.0.2.1',
  });
  await sql.insert(sessions).values({
    tokenHash: hashSecret(token),
    userId,
    signInId,
    confirmedAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return token;
}

import type { UserByEmail } from '@comporta/contract/identity/identify-person';
import type { Language } from '@comporta/messages/languages';
import { and, eq, ne, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { users } from '../tables/accounts.ts';
import { identities, signInPolicies } from '../tables/identity.ts';

/** A user, as far as it matters who they are at a provider. */
export interface KnownUser {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly admin: boolean;
  readonly active: boolean;
  readonly deactivated: boolean;
  readonly adminProviderId: string | null;
}

const USER = {
  id: users.id,
  accountId: users.accountId,
  name: users.name,
  email: users.email,
  language: users.language,
  admin: users.admin,
  active: users.active,
  deactivated: users.deactivated,
  adminProviderId: users.adminProviderId,
};

export async function findUserById(sql: Sql, id: string): Promise<KnownUser | undefined> {
  const [row] = await sql.select(USER).from(users).where(eq(users.id, id));
  return row;
}

export async function findUserBySubject(
  sql: Sql,
  providerId: string,
  subject: string,
): Promise<(KnownUser & KeptAdmin) | undefined> {
  const [row] = await sql
    .select({ ...USER, adminKept: identities.adminKept })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.providerId, providerId), eq(identities.subject, subject)));
  return row;
}

/** Whoever has an e-mail, in any company, and what keeps others from coming in as them. */
export async function findUserByEmail(
  sql: Sql,
  email: string,
  { id: providerId, accountId }: { readonly id: string; readonly accountId: string },
): Promise<{ readonly user: KnownUser; readonly facts: UserByEmail } | undefined> {
  const [row] = await sql
    .select({
      ...USER,
      // Written out: in a query of one table, drizzle leaves its name out, and other tables here have columns of that name.
      hasPassword: raw<boolean>`users.password_hash is not null`,
      hasFactor: raw<boolean>`exists (
        select from second_factors where user_id = users.id and app_since is not null)
        or exists (select from passkeys where user_id = users.id)`,
      otherSubject: raw<boolean>`exists (
        select from identities where user_id = users.id and provider_id = ${providerId})`,
      isInhabited: raw<boolean>`exists (
        select from users as others where others.account_id = users.account_id
          and (others.active or others.password_hash is not null))`,
    })
    .from(users)
    .where(eq(users.email, email));
  if (row === undefined) return undefined;
  const { hasPassword, hasFactor, otherSubject, isInhabited, ...user } = row;
  const facts = {
    sameAccount: user.accountId === accountId,
    unconfirmedSignUp: !isInhabited,
    deactivated: user.deactivated,
    otherSubject,
    admin: user.admin,
    hasPassword,
    hasFactor,
  };
  return { user, facts };
}

/** Whether the audit log has said that a user stays administrator against their groups. */
interface KeptAdmin {
  readonly adminKept: boolean;
}

interface Identity extends KeptAdmin {
  readonly providerId: string;
  readonly subject: string;
}

export async function insertIdentity(
  sql: Sql,
  identity: Identity & { readonly userId: string },
): Promise<void> {
  await sql.insert(identities).values(identity);
}

export async function noteIdentityUse(
  sql: Sql,
  { providerId, subject, adminKept }: Identity,
): Promise<void> {
  await sql
    .update(identities)
    .set({ lastUsedAt: raw`now()` as never, adminKept })
    .where(and(eq(identities.providerId, providerId), eq(identities.subject, subject)));
}

/** Whether nobody else administers the company, and whether the user is who comes in when the provider does not. */
export async function readStanding(
  sql: Sql,
  { id, accountId }: Pick<KnownUser, 'id' | 'accountId'>,
): Promise<{ readonly lastAdmin: boolean; readonly emergency: boolean }> {
  const others = and(eq(users.accountId, accountId), users.admin, users.active, ne(users.id, id));
  const [policy] = await sql
    .select({ emergencyUsers: signInPolicies.emergencyUsers })
    .from(signInPolicies)
    .where(eq(signInPolicies.accountId, accountId));
  return {
    lastAdmin: (await sql.$count(users, others)) === 0,
    emergency: policy?.emergencyUsers.includes(id) ?? false,
  };
}

/** @param providerId of the provider that takes it back again; null where nobody does */
export async function writeAdmin(
  sql: Sql,
  userId: string,
  { admin, providerId }: { readonly admin: boolean; readonly providerId: string | null },
): Promise<void> {
  await sql.update(users).set({ admin, adminProviderId: providerId }).where(eq(users.id, userId));
}

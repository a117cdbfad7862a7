import { and, asc, eq, ne, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { users } from '../tables/accounts.ts';
import { byName } from '../tables/by-name.ts';
import { identities, providers } from '../tables/identity.ts';

/** The providers through which people of an account may come in, each with the identity of a user. */
export function listOwnProviders(
  sql: Sql,
  { id: userId, accountId }: { readonly id: string; readonly accountId: string },
) {
  return sql
    .select({
      id: providers.id,
      name: providers.name,
      slug: providers.slug,
      enabled: providers.enabled,
      createdAt: identities.createdAt,
      lastUsedAt: identities.lastUsedAt,
    })
    .from(providers)
    .leftJoin(
      identities,
      and(eq(identities.providerId, providers.id), eq(identities.userId, userId)),
    )
    .where(eq(providers.accountId, accountId))
    .orderBy(byName(providers.name), asc(providers.id));
}

/** The names of the providers that open a user, for the audit log. */
export async function readConnected(sql: Sql, userId: string): Promise<readonly string[]> {
  const rows = await sql
    .select({ name: providers.name })
    .from(identities)
    .innerJoin(providers, eq(providers.id, identities.providerId))
    .where(eq(identities.userId, userId))
    .orderBy(byName(providers.name), asc(providers.id));
  return rows.map(({ name }) => name);
}

export async function findSubject(
  sql: Sql,
  userId: string,
  providerId: string,
): Promise<string | undefined> {
  const [row] = await sql
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.providerId, providerId)));
  return row?.subject;
}

interface Identity {
  readonly providerId: string;
  readonly subject: string;
  readonly userId: string;
}

/** Connects a user, in place of a former identity at the same provider. Returns false when another user has it. */
export async function connect(sql: Sql, identity: Identity): Promise<boolean> {
  const { providerId, subject, userId } = identity;
  await removeIdentity(sql, { userId, providerId, except: subject });
  const [row] = await sql
    .insert(identities)
    .values(identity)
    .onConflictDoUpdate({
      target: [identities.providerId, identities.subject],
      set: { lastUsedAt: raw`now()` },
      setWhere: eq(identities.userId, userId),
    })
    .returning({ userId: identities.userId });
  return row !== undefined;
}

interface Removed {
  readonly userId: string;
  readonly providerId: string;
  /** A subject that stays. */
  readonly except?: string;
}

/** Returns false when there was none. */
export async function removeIdentity(
  sql: Sql,
  { userId, providerId, except = '' }: Removed,
): Promise<boolean> {
  const removed = await sql
    .delete(identities)
    .where(
      and(
        eq(identities.userId, userId),
        eq(identities.providerId, providerId),
        ne(identities.subject, except),
      ),
    )
    .returning({ userId: identities.userId });
  return removed.length > 0;
}

/** Whether a user could still log in: with a password, a passkey, or through a provider that is enabled. */
export async function hasWayIn(sql: Sql, userId: string): Promise<boolean> {
  // Written out: drizzle would leave out the name of the table.
  const { ways } = onlyRow(
    await sql
      .select({
        ways: raw<boolean>`users.password_hash is not null
          or exists (select from passkeys where user_id = users.id)
          or exists (select from identities join providers on providers.id = identities.provider_id
            where user_id = users.id and providers.enabled)`,
      })
      .from(users)
      .where(eq(users.id, userId)),
  );
  return ways;
}

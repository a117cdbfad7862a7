import type { ConfirmationMethod } from '@comporta/contract/identity/confirmation';
import { and, eq, exists, isNotNull, sql as raw } from 'drizzle-orm';
import { users } from '../../../tables/accounts.ts';
import { identities, passkeys, providers, secondFactors } from '../../../tables/identity.ts';
import type { Sql } from '../../database/database.ts';
import { onlyRow } from '../../database/only-row.ts';
import type { UserActor } from '../actor.ts';
import { isEnforcedFor, readSignInPolicy } from '../sign-in-policy-repository.ts';

/**
 * With what this user can confirm. Who has a second factor must use it; else the password does, unless the company comes
 * in through a provider, or a sign-on. Source: IDN-37.
 */
export async function confirmationMethods(
  sql: Sql,
  { id, accountId }: Pick<UserActor, 'id' | 'accountId'>,
): Promise<ConfirmationMethod[]> {
  const { hasApp, hasPasskey, hasPassword, hasIdentity } = await readWays(sql, id);
  if (hasApp || hasPasskey) {
    return [...(hasApp ? (['APP'] as const) : []), ...(hasPasskey ? (['PASSKEY'] as const) : [])];
  }
  const isRefused = hasPassword && isEnforcedFor(await readSignInPolicy(sql, accountId), id);
  return [
    ...(hasPassword && !isRefused ? (['PASSWORD'] as const) : []),
    ...(hasIdentity ? (['SSO'] as const) : []),
  ];
}

async function readWays(sql: Sql, userId: string) {
  const app = sql
    .select({ one: raw`1` })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, users.id), isNotNull(secondFactors.appSince)));
  const passkey = sql.select({ one: raw`1` }).from(passkeys).where(eq(passkeys.userId, users.id));
  const identity = sql
    .select({ one: raw`1` })
    .from(identities)
    .innerJoin(providers, eq(providers.id, identities.providerId))
    .where(and(eq(identities.userId, users.id), providers.enabled));
  return onlyRow(
    await sql
      .select({
        hasPassword: raw<boolean>`${users.passwordHash} is not null`,
        hasApp: raw<boolean>`${exists(app)}`,
        hasPasskey: raw<boolean>`${exists(passkey)}`,
        hasIdentity: raw<boolean>`${exists(identity)}`,
      })
      .from(users)
      .where(eq(users.id, userId)),
  );
}

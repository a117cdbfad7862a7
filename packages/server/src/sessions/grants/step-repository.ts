import { and, eq, exists, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { users } from '../../tables/accounts.ts';
import { passkeys, providers, secondFactors } from '../../tables/identity.ts';

export interface StepFacts {
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
  readonly recoveryCodes: number;
  /** Unix seconds. */
  readonly dueAt: number | null;
  /** Unix seconds, by the clock of the database. */
  readonly now: number;
}

/** What decides about the second step of a user, in one query. */
export async function readStepFacts(sql: Sql, userId: string): Promise<StepFacts> {
  const passkey = sql.select({ one: raw`1` }).from(passkeys).where(eq(passkeys.userId, users.id));
  const row = onlyRow(
    await sql
      .select({
        hasApp: raw<boolean>`${secondFactors.appSince} is not null`,
        hasPasskey: raw<boolean>`${exists(passkey)}`,
        recoveryCodes:
          raw`coalesce(jsonb_array_length(${secondFactors.recoveryHashes}), 0)`.mapWith(Number),
        dueAt: raw<string | null>`extract(epoch from ${users.factorDueAt})`,
        now: raw`extract(epoch from now())`.mapWith(Number),
      })
      .from(users)
      .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
      .where(eq(users.id, userId)),
  );
  return { ...row, dueAt: row.dueAt === null ? null : Number(row.dueAt) };
}

/** @param dueAt Unix seconds */
export async function saveFactorDueAt(
  sql: Sql,
  userId: string,
  dueAt: number | null,
): Promise<void> {
  const factorDueAt = dueAt === null ? null : raw`to_timestamp(${dueAt})`;
  await sql.update(users).set({ factorDueAt }).where(eq(users.id, userId));
}

/** The providers that people of a company come in through. */
export function findProviders(
  sql: Sql,
  accountId: string,
): Promise<{ readonly name: string; readonly slug: string }[]> {
  return sql
    .select({ name: providers.name, slug: providers.slug })
    .from(providers)
    .where(and(eq(providers.accountId, accountId), providers.enabled))
    .orderBy(providers.name, providers.slug);
}

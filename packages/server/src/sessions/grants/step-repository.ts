import {
  DEFAULT_SIGN_IN_POLICY,
  type SignInPolicy,
} from '@comporta/contract/identity/sign-in-policy';
import { eq, exists, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { builtOnce } from '../../platform/database/pool/built-once.ts';
import { users } from '../../tables/accounts.ts';
import { passkeys, secondFactors, signInPolicies } from '../../tables/identity.ts';
import { isWorthTelling, type Origin, valuesOf } from '../browsers/unknown-browser-repository.ts';

export interface StepFacts {
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
  readonly recoveryCodes: number;
  /** Unix seconds. */
  readonly dueAt: number | null;
  /** Unix seconds, by the clock of the database. */
  readonly now: number;
}

/** What decides about a sign-in, besides what its owner came in with. */
export interface Arrival extends StepFacts {
  readonly policy: SignInPolicy;
  /** Whether its owner is to hear of it. */
  readonly isWorthTelling: boolean;
}

const HAS_APP = raw<boolean>`${secondFactors.appSince} is not null`;
const RECOVERY_CODES =
  raw`coalesce(jsonb_array_length(${secondFactors.recoveryHashes}), 0)`.mapWith(Number);
const SECONDS = { mapFromDriverValue: (value: string) => Number(value) };

function factsOf(sql: Sql) {
  const passkey = sql.select({ one: raw`1` }).from(passkeys).where(eq(passkeys.userId, users.id));
  return {
    hasApp: HAS_APP,
    hasPasskey: raw<boolean>`${exists(passkey)}`,
    recoveryCodes: RECOVERY_CODES,
    dueAt: raw<number | null>`extract(epoch from ${users.factorDueAt})`.mapWith(SECONDS),
    now: raw`extract(epoch from now())`.mapWith(Number),
  };
}

/** With what a user can answer a second step. */
export async function readStepFacts(sql: Sql, userId: string): Promise<StepFacts> {
  return onlyRow(
    await sql
      .select(factsOf(sql))
      .from(users)
      .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
      .where(eq(users.id, userId)),
  );
}

const findArrival = builtOnce((sql) =>
  sql
    .select({ ...factsOf(sql), policy: signInPolicies, isWorthTelling: isWorthTelling(sql) })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(signInPolicies, eq(signInPolicies.accountId, users.accountId))
    .where(eq(users.id, raw.placeholder('userId'))),
);

/** The same, with the policy of the company, in one query: every sign-in waits for it. Call it with the user locked. */
export async function readArrival(sql: Sql, userId: string, origin: Origin): Promise<Arrival> {
  const rows = await findArrival(sql, { userId, ...valuesOf(origin) });
  const { policy, ...arrival } = onlyRow(rows);
  return { ...arrival, policy: policy ?? DEFAULT_SIGN_IN_POLICY };
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

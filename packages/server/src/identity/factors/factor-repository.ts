import { and, eq, isNotNull, isNull, lt, or, sql as raw } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Sql } from '../../platform/database/database.ts';
import { builtOnce } from '../../platform/database/pool/built-once.ts';
import { passkeys, secondFactors } from '../../tables/identity.ts';

const WINDOW = raw`interval '24 hours'`;

/** Wrong codes of the last 24 hours, counted from the first. */
interface WrongCodes {
  readonly count: number;
  /** Until they are forgotten. */
  readonly seconds: number;
}

export interface HeldFactors {
  readonly sealedAppSecret: string | null;
  readonly hasApp: boolean;
  readonly lastStep: number | null;
  readonly recoveryHashes: readonly string[];
  readonly wrong: WrongCodes;
  readonly wrongFromKnown: WrongCodes;
  /** Unix seconds, by the clock of the database. */
  readonly now: number;
}

const find = builtOnce((sql) =>
  sql
    .select({
      sealedAppSecret: secondFactors.sealedAppSecret,
      hasApp: isNotNull(secondFactors.appSince).mapWith(Boolean),
      lastStep: secondFactors.lastStep,
      recoveryHashes: secondFactors.recoveryHashes,
      count: countOf(secondFactors.wrongCodes, secondFactors.wrongSince),
      seconds: secondsOf(secondFactors.wrongSince),
      knownCount: countOf(secondFactors.knownWrongCodes, secondFactors.knownWrongSince),
      knownSeconds: secondsOf(secondFactors.knownWrongSince),
      now: raw`extract(epoch from clock_timestamp())`.mapWith(Number),
    })
    .from(secondFactors)
    .where(eq(secondFactors.userId, raw.placeholder('userId')))
    .for('update'),
);

/** The second factors of a user, which nobody else can use up or count until the transaction ends. */
export async function holdFactors(sql: Sql, userId: string): Promise<HeldFactors | undefined> {
  const [row] = await find(sql, { userId });
  if (row === undefined) return undefined;
  const { count, seconds, knownCount, knownSeconds, ...factors } = row;
  return {
    ...factors,
    wrong: { count, seconds },
    wrongFromKnown: { count: knownCount, seconds: knownSeconds },
  };
}

function isCounted(since: AnyPgColumn) {
  return raw`coalesce(${since} > clock_timestamp() - ${WINDOW}, false)`;
}

function countOf(count: AnyPgColumn, since: AnyPgColumn) {
  return raw`case when ${isCounted(since)} then ${count} else 0 end`.mapWith(Number);
}

function secondsOf(since: AnyPgColumn) {
  return raw`coalesce(ceil(extract(epoch from ${since} + ${WINDOW} - clock_timestamp())), 0)`.mapWith(
    Number,
  );
}

/** Counts a wrong code. Call it with the row held. */
export async function countWrongCode(
  sql: Sql,
  userId: string,
  { isKnown }: { readonly isKnown: boolean },
): Promise<void> {
  const [count, since] = isKnown
    ? [secondFactors.knownWrongCodes, secondFactors.knownWrongSince]
    : [secondFactors.wrongCodes, secondFactors.wrongSince];
  const counted = raw`case when ${isCounted(since)} then ${count} + 1 else 1 end`;
  const first = raw`case when ${isCounted(since)} then ${since} else clock_timestamp() end`;
  await sql
    .update(secondFactors)
    .set(
      isKnown
        ? { knownWrongCodes: counted, knownWrongSince: first }
        : { wrongCodes: counted, wrongSince: first },
    )
    .where(eq(secondFactors.userId, userId));
}

const useUp = builtOnce((sql) => {
  const step = raw`${raw.placeholder('step')}::bigint`;
  const { lastStep } = secondFactors;
  return sql
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondFactors.userId, raw.placeholder('userId')),
        or(isNull(lastStep), lt(lastStep, step)),
      ),
    )
    .returning({ userId: secondFactors.userId });
});

/** Uses up a step of the app's clock. Returns false when it or a later one was used: then the code counts for nothing. */
export async function useUpStep(sql: Sql, userId: string, step: number): Promise<boolean> {
  return (await useUp(sql, { userId, step })).length > 0;
}

export async function saveRecoveryHashes(
  sql: Sql,
  userId: string,
  recoveryHashes: readonly string[],
): Promise<void> {
  await sql.update(secondFactors).set({ recoveryHashes }).where(eq(secondFactors.userId, userId));
}

const remove = builtOnce((sql) => {
  const { recoveryHashes } = secondFactors;
  const hash = raw`${raw.placeholder('hash')}::text`;
  return sql
    .update(secondFactors)
    .set({ recoveryHashes: raw`${recoveryHashes} - ${hash}` })
    .where(
      and(eq(secondFactors.userId, raw.placeholder('userId')), raw`${recoveryHashes} ? ${hash}`),
    )
    .returning({ left: raw`jsonb_array_length(${recoveryHashes})`.mapWith(Number) });
});

/** Removes one in one statement, so that only one caller does. Returns how many are left; undefined when it is none of them. */
export async function removeRecoveryHash(
  sql: Sql,
  userId: string,
  hash: string,
): Promise<number | undefined> {
  return (await remove(sql, { userId, hash }))[0]?.left;
}

interface NewApp {
  readonly sealedAppSecret: string;
  /** That of the code which put it in force. */
  readonly lastStep: number;
}

export async function saveApp(sql: Sql, userId: string, app: NewApp): Promise<void> {
  const set = { ...app, appSince: raw`now()` };
  await sql
    .insert(secondFactors)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: secondFactors.userId, set });
}

/** Recovery codes stay while there is a passkey. */
export async function deleteApp(sql: Sql, userId: string): Promise<void> {
  await sql
    .update(secondFactors)
    .set({ sealedAppSecret: null, appSince: null, lastStep: null })
    .where(eq(secondFactors.userId, userId));
}

export async function hasPasskey(sql: Sql, userId: string): Promise<boolean> {
  return (await sql.$count(passkeys, eq(passkeys.userId, userId))) > 0;
}

export interface FactorState {
  readonly appSince: Date | null;
  readonly recoveryCodes: number;
  readonly hasPasskey: boolean;
}

/** What a user has, as it is to be shown. */
export async function readFactors(sql: Sql, userId: string): Promise<FactorState> {
  const [row] = await sql
    .select({
      appSince: secondFactors.appSince,
      recoveryCodes: raw`jsonb_array_length(${secondFactors.recoveryHashes})`.mapWith(Number),
    })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  return {
    appSince: row?.appSince ?? null,
    recoveryCodes: row?.recoveryCodes ?? 0,
    hasPasskey: await hasPasskey(sql, userId),
  };
}

import { and, eq, gt, type Placeholder, sql as raw, type SQL } from 'drizzle-orm';
import { hashSecret, newSecret } from '../platform/base/secrets.ts';
import type { Sql } from '../platform/database/database.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { builtOnce } from '../platform/database/pool/built-once.ts';
import { type ChallengeKind, challenges } from '../tables/identity.ts';

/** After so many wrong answers a challenge is gone. Source: IDN-32. */
const WRONG_ANSWERS_AT_MOST = 5;

interface NewChallenge {
  readonly kind: ChallengeKind;
  /** Whose it is; absent while nobody knows. */
  readonly userId?: string;
  readonly data: unknown;
  readonly seconds: number;
  /** The hash of a code that a person types. */
  readonly codeHash?: string;
  /** Where a network may have so many only. */
  readonly network?: string;
}

export interface Challenge {
  readonly userId: string | null;
  readonly data: unknown;
}

interface Named {
  readonly kind: ChallengeKind;
  readonly secret: string;
}

const CHALLENGE = { userId: challenges.userId, data: challenges.data };

const insert = builtOnce((sql) =>
  sql
    .insert(challenges)
    .values({
      secretHash: raw.placeholder('hash'),
      kind: raw.placeholder('kind'),
      userId: raw.placeholder('userId'),
      data: raw.placeholder('data'),
      codeHash: raw.placeholder('codeHash'),
      network: raw.placeholder('network'),
      // The clocks of nodes may be off by minutes.
      expiresAt: raw`clock_timestamp() + make_interval(secs => ${raw.placeholder('seconds')}::float8)`,
    })
    .returning({ secretHash: challenges.secretHash }),
);

/** Stores what was begun. Returns the secret of 256 bits with which it goes on; only its hash is stored. */
export async function makeChallenge(sql: Sql, challenge: NewChallenge): Promise<string> {
  const secret = newSecret();
  const none = { userId: null, codeHash: null, network: null };
  await insert(sql, { ...none, ...challenge, hash: hashSecret(secret) });
  return secret;
}

/** Undefined when it is unknown, too old, used, or ended by wrong answers. */
export async function findChallenge(sql: Sql, named: Named): Promise<Challenge | undefined> {
  const [found] = await sql.select(CHALLENGE).from(challenges).where(isOpen(named));
  return found;
}

/** The same, and nobody else can take it or answer it until the transaction ends. */
export async function holdChallenge(sql: Sql, named: Named): Promise<Challenge | undefined> {
  const [held] = await sql.select(CHALLENGE).from(challenges).where(isOpen(named)).for('update');
  return held;
}

const take = builtOnce((sql) =>
  sql
    .delete(challenges)
    .where(isOpenChallenge(raw.placeholder('kind'), raw.placeholder('hash')))
    .returning(CHALLENGE),
);

/** Takes it, which only one caller can. */
export async function takeChallenge(
  sql: Sql,
  { kind, secret }: Named,
): Promise<Challenge | undefined> {
  return (await take(sql, { kind, hash: hashSecret(secret) }))[0];
}

/** Counts a wrong answer; the fifth ends it. Whoever refuses then returns the refusal, so that this is kept. */
export async function countTry(sql: Sql, named: Named): Promise<void> {
  const [counted] = await sql
    .update(challenges)
    .set({ tries: raw`${challenges.tries} + 1` })
    .where(isOpen(named))
    .returning({ tries: challenges.tries });
  if ((counted?.tries ?? 0) >= WRONG_ANSWERS_AT_MOST) await takeChallenge(sql, named);
}

/**
 * Notes that a secret which nobody stored, such as a sealed one, was used. Returns false when it was used before; keep the
 * note for as long as the secret is good.
 */
export async function noteUsed(
  sql: Sql,
  { secret, userId, seconds }: { secret: string; userId?: string; seconds: number },
): Promise<boolean> {
  const noted = await sql
    .insert(challenges)
    .values({
      secretHash: hashSecret(secret),
      kind: 'USED',
      data: {},
      expiresAt: raw`clock_timestamp() + make_interval(secs => ${seconds}::float8)`,
      ...(userId !== undefined && { userId }),
    })
    .onConflictDoNothing()
    .returning({ secretHash: challenges.secretHash });
  return noted.length > 0;
}

/** Milliseconds since 1970, by the clock of the database: a sealed challenge comes back to another node, whose clock may be off. */
export async function readNow(sql: Sql): Promise<number> {
  const { rows } = await sql.execute<{ ms: number }>(
    raw`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return onlyRow(rows).ms;
}

function isOpen({ kind, secret }: Named) {
  return isOpenChallenge(kind, hashSecret(secret));
}

/** Whether the row is the challenge of this secret, and can be taken. */
export function isOpenChallenge(
  kind: ChallengeKind | Placeholder,
  hash: string | Placeholder,
): SQL | undefined {
  return and(
    eq(challenges.secretHash, hash),
    eq(challenges.kind, kind),
    gt(challenges.expiresAt, raw`clock_timestamp()`),
  );
}

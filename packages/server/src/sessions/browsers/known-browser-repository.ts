import { and, desc, eq, gt, inArray, lte, type Placeholder, sql as raw } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { hashSecret } from '../../platform/base/secrets.ts';
import type { Sql } from '../../platform/database/database.ts';
import { deleteExpired } from '../../platform/database/expired-rows.ts';
import { builtOnce } from '../../platform/database/pool/built-once.ts';
import { users } from '../../tables/accounts.ts';
import { knownBrowsers } from '../../tables/identity.ts';
import { KNOWN_DAYS } from './browser-cookie.ts';

const MAX_PER_USER = 20;

const { browserHash, userId, seenAt } = knownBrowsers;
const OLDEST = raw`now() - make_interval(days => ${KNOWN_DAYS})`;
const IS_RECENT = gt(seenAt, OLDEST);

const findOfUser = builtOnce((sql) =>
  knownBrowserOf(sql, raw.placeholder('hash'), raw.placeholder('user')),
);
const findByEmail = builtOnce((sql) =>
  sql
    .select({ userId })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(browserHash, raw.placeholder('hash')),
        eq(users.email, raw.placeholder('email')),
        IS_RECENT,
      ),
    ),
);

/** Whether the user came in from this browser before. */
export async function isKnownBrowser(
  sql: Sql,
  secret: string | undefined,
  user: string,
): Promise<boolean> {
  if (secret === undefined) return false;
  return (await findOfUser(sql, { hash: hashSecret(secret), user })).length > 0;
}

/** A subquery that finds the browser with this hash, if the user came in from it before. */
export function knownBrowserOf(sql: Sql, hash: Placeholder, user: Placeholder | AnyPgColumn) {
  return sql
    .select({ seenAt })
    .from(knownBrowsers)
    .where(and(eq(browserHash, hash), eq(userId, user), IS_RECENT));
}

/** The id of the user with this e-mail, if they came in from this browser before. */
export async function findUserOfBrowser(
  sql: Sql,
  secret: string,
  email: string,
): Promise<string | undefined> {
  return (await findByEmail(sql, { hash: hashSecret(secret), email }))[0]?.userId;
}

/** Whether anybody came in from a browser with this secret. */
export async function isSecretInUse(sql: Sql, secret: string): Promise<boolean> {
  return (await sql.$count(knownBrowsers, eq(browserHash, hashSecret(secret)))) > 0;
}

/** Remembers the browser as the newest of the user, and forgets the oldest beyond the twenty of a user. */
export async function saveKnownBrowser(sql: Sql, secret: string, user: string): Promise<void> {
  await sql
    .insert(knownBrowsers)
    .values({ browserHash: hashSecret(secret), userId: user })
    .onConflictDoUpdate({ target: [browserHash, userId], set: { seenAt: raw`now()` } });
  const tooMany = sql
    .select({ browserHash })
    .from(knownBrowsers)
    .where(eq(userId, user))
    .orderBy(desc(seenAt), browserHash)
    .offset(MAX_PER_USER);
  await sql.delete(knownBrowsers).where(and(eq(userId, user), inArray(browserHash, tooMany)));
}

export async function sweepKnownBrowsers(sql: Sql): Promise<void> {
  await deleteExpired(sql, knownBrowsers, lte(seenAt, OLDEST));
}

import {
  and,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { accounts, passwordLinks, users } from '../tables/accounts.ts';
import { mails } from '../tables/queues.ts';

/** The lifetime of the link in a sign-up mail. */
const CONFIRMED_WITHIN_MS = 24 * 60 * 60_000;
/** Arbitrary ids of advisory locks: one sign-up at a time when only the first is allowed, and one at a time per e-mail. */
const FIRST_SIGN_UP_LOCK = 4_281_908;
const EMAIL_LOCK = 4_281_909;

/** Serialises sign-ups and confirmations: after the wait, the transaction sees the results of the previous one. */
export async function waitForOtherSignUps(sql: Sql): Promise<void> {
  await sql.execute(raw`select pg_advisory_xact_lock(${FIRST_SIGN_UP_LOCK})`);
}

/**
 * Removes an unconfirmed sign-up with this e-mail, because anybody may have entered it. No other transaction can use
 * the e-mail until this one ends.
 */
export async function freeUnconfirmedEmail(sql: Sql, email: string): Promise<void> {
  await sql.execute(raw`select pg_advisory_xact_lock(${EMAIL_LOCK}, hashtext(${email}))`);
  const ofEmail = sql.select({ id: users.accountId }).from(users).where(eq(users.email, email));
  await removeUnconfirmed(sql, inArray(accounts.id, ofEmail));
}

/** On a service that allows one account, the first confirmed sign-up removes all others. */
export async function removeOtherUnconfirmedAccounts(sql: Sql, accountId: string): Promise<void> {
  await removeUnconfirmed(sql, ne(accounts.id, accountId));
}

/** Removes sign-ups that can no longer be confirmed: they have no valid link, and no mail with one is queued. */
export function sweepUnconfirmedAccounts(sql: Sql): Promise<void> {
  return sql.transaction(sweepIn);
}

async function sweepIn(sql: Sql): Promise<void> {
  const aliveLink = sql
    .select({ id: users.id })
    .from(users)
    .innerJoin(passwordLinks, eq(passwordLinks.userId, users.id))
    .where(
      and(
        eq(users.accountId, accounts.id),
        isNull(passwordLinks.endedAt),
        raw`${passwordLinks.expiresAt} > ${new Date()}`,
      ),
    );
  const queuedMail = sql
    .select({ id: users.id })
    .from(users)
    .innerJoin(mails, eq(mails.userId, users.id))
    .where(eq(users.accountId, accounts.id));
  const isOver = and(
    lt(accounts.createdAt, new Date(Date.now() - CONFIRMED_WITHIN_MS)),
    notExists(aliveLink),
    notExists(queuedMail),
  );
  await removeUnconfirmed(sql, isOver);
}

/** Removes accounts with all their content, which is almost nothing, because no user has ever logged in. */
async function removeUnconfirmed(sql: Sql, which: SQL | undefined): Promise<void> {
  const usersOf = (condition: SQL) =>
    sql
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.accountId, accounts.id), condition));
  const isUnconfirmed = and(
    exists(usersOf(isNull(users.passwordHash))),
    // Who comes in through a provider has no password.
    notExists(usersOf(raw`(${isNotNull(users.passwordHash)} or ${users.active})`)),
  );
  // Locked first and then checked again, in case a password was set concurrently.
  const taken = await sql
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(isUnconfirmed, which))
    .for('update');
  if (taken.length === 0) return;
  const ids = taken.map(({ id }) => id);
  await sql.delete(accounts).where(and(inArray(accounts.id, ids), isUnconfirmed));
}

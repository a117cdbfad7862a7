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
import { accounts, passwordLinks, users } from '../../tables/accounts.ts';
import { mails } from '../../tables/queues.ts';
import type { Sql } from './database.ts';

/** As long as the link of a sign-up lives. */
const CONFIRMED_WITHIN_MS = 24 * 60 * 60_000;
/** Arbitrary numbers: one sign-up at a time while only the first is allowed, and one for each e-mail. */
const FIRST_SIGN_UP_LOCK = 4_281_908;
const EMAIL_LOCK = 4_281_909;

/** Whoever waits here sees, when let through, what the sign-up or the confirmation before it made. */
export async function waitForOtherSignUps(sql: Sql): Promise<void> {
  await sql.execute(raw`select pg_advisory_xact_lock(${FIRST_SIGN_UP_LOCK})`);
}

/**
 * Frees an e-mail of a sign-up that nobody confirmed: anybody may have typed it there. Until the
 * transaction ends no other takes it.
 */
export async function freeUnconfirmedEmail(sql: Sql, email: string): Promise<void> {
  await sql.execute(raw`select pg_advisory_xact_lock(${EMAIL_LOCK}, hashtext(${email}))`);
  const ofEmail = sql.select({ id: users.accountId }).from(users).where(eq(users.email, email));
  await removeUnconfirmed(sql, inArray(accounts.id, ofEmail));
}

/** Of several sign-ups on a service that takes one, the first that is confirmed stays. */
export async function removeOtherUnconfirmedAccounts(sql: Sql, accountId: string): Promise<void> {
  await removeUnconfirmed(sql, ne(accounts.id, accountId));
}

/** Removes the sign-ups that nobody can confirm any more: no link is alive, none will be sent. */
export async function sweepUnconfirmedAccounts(sql: Sql): Promise<void> {
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

/** With everything in them, which is next to nothing: nobody ever came in. */
async function removeUnconfirmed(sql: Sql, which: SQL | undefined): Promise<void> {
  const usersOf = (condition: SQL) =>
    sql
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.accountId, accounts.id), condition));
  const isUnconfirmed = and(
    exists(usersOf(isNull(users.passwordHash))),
    notExists(usersOf(isNotNull(users.passwordHash))),
  );
  // First taken, then looked at again: a password that is being set right now is one.
  const taken = await sql
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(isUnconfirmed, which))
    .for('update');
  if (taken.length === 0) return;
  const ids = taken.map(({ id }) => id);
  await sql.delete(accounts).where(and(inArray(accounts.id, ids), isUnconfirmed));
}

import { and, asc, eq, inArray, isNull, lte, or, sql as raw } from 'drizzle-orm';
import { users } from '../../tables/accounts.ts';
import { type MailReason, mails } from '../../tables/queues.ts';
import { newId } from '../base/ids.ts';
import type { Sql } from '../database/database.ts';
import { builtOnce } from '../database/pool/built-once.ts';

/** A composed mail. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface QueuedMail extends Mail {
  readonly id: string;
  /** `userId` and `reason` are null for a mail of an earlier release, which is queued with its text. */
  readonly userId: string | null;
  readonly reason: MailReason | null;
  /** The number of attempts, including the current one. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/** The kinds of mails that this program knows, and whether they contain a link to set a password. */
const HAS_LINK: Readonly<Record<MailReason['kind'], boolean>> = {
  signedUp: true,
  again: true,
  addedBy: true,
  reset: true,
  passwordChanged: false,
  security: false,
};
const KINDS = Object.keys(HAS_LINK) as MailReason['kind'][];
const KIND = raw`${mails.reason} ->> 'kind'`;

/** Of so many, one is taken, in case other nodes are taking theirs. */
const COMPANIES = 20;

/** When a node dies with a mail, the other nodes may take it after this time. */
const TAKEN_FOR_MS = 120_000;

const insert = builtOnce((sql) =>
  sql
    .insert(mails)
    .values({
      id: raw.placeholder('id'),
      userId: raw.placeholder('userId'),
      recipient: raw.placeholder('recipient'),
      reason: raw.placeholder('reason'),
      ...dueIn(0),
    })
    .returning({ id: mails.id }),
);

/** The transactions in which a mail was queued, by what Drizzle has one of for each. */
const queuedIn = new WeakSet<object>();

/** Whether a mail is to be sent when this transaction has committed. */
export function hasQueuedMail(sql: Sql): boolean {
  return queuedIn.has(sql._.session);
}

/** Queues a mail in the caller's transaction. It is sent only when that commits. */
export async function queueMail(
  sql: Sql,
  user: { readonly id: string; readonly email: string },
  reason: MailReason,
): Promise<void> {
  await insert(sql, { id: newId(), userId: user.id, recipient: user.email, reason });
  queuedIn.add(sql._.session);
}

const take = builtOnce((sql) => {
  const now = raw`clock_timestamp()`;
  const isDue = and(
    or(lte(mails.dueAt, now), lte(mails.nextAttemptAt, now)),
    or(isNull(mails.reason), inArray(KIND, KINDS)),
  );
  const oldest = sql
    .selectDistinctOn([users.accountId], { id: mails.id })
    .from(mails)
    .leftJoin(users, eq(users.id, mails.userId))
    .where(isDue)
    .orderBy(asc(users.accountId), asc(raw`coalesce(${mails.dueAt}, ${mails.nextAttemptAt})`))
    .as('oldest');
  const some = sql.select({ id: oldest.id }).from(oldest).orderBy(raw`random()`).limit(COMPANIES);
  const due = sql
    .select({ id: mails.id })
    .from(mails)
    // Asked again of the row that is locked: another node may have taken it since the list was made.
    .where(and(inArray(mails.id, some), isDue))
    .orderBy(raw`random()`)
    .limit(1)
    .for('update', { skipLocked: true });
  return sql
    .update(mails)
    .set({ attempts: raw`${mails.attempts} + 1`, ...dueIn(TAKEN_FOR_MS) })
    .where(inArray(mails.id, due))
    .returning({
      id: mails.id,
      userId: mails.userId,
      reason: mails.reason,
      recipient: mails.recipient,
      subject: mails.subject,
      text: mails.text,
      html: mails.html,
      attempts: mails.attempts,
      createdAt: mails.createdAt,
    });
});

/**
 * Takes a mail, in one statement: that of a company which has been due longest, of one company as likely as of another, so that one
 * with many mails does not delay the links of others. Skips those that other nodes are taking, and those of a kind that only a
 * newer release beside this one knows.
 */
export async function takeDueMail(sql: Sql): Promise<QueuedMail | undefined> {
  return (await take(sql, {}))[0];
}

/** Whether the mail is still queued. If so, it cannot be removed until the transaction ends. */
export async function keepMail(sql: Sql, id: string): Promise<boolean> {
  const [kept] = await sql
    .select({ id: mails.id })
    .from(mails)
    .where(eq(mails.id, id))
    .for('share');
  return kept !== undefined;
}

/** The number of queued mails and the age of the oldest, in seconds. */
export async function measureMails(sql: Sql): Promise<{ count: number; oldestSeconds: number }> {
  const { rows } = await sql.execute<{ count: number; oldest: number }>(
    raw`select count(*)::integer as count,
      coalesce(extract(epoch from now() - min(${mails.createdAt})), 0)::float as oldest from ${mails}`,
  );
  return { count: rows[0]?.count ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 };
}

export async function removeMail(sql: Sql, id: string): Promise<void> {
  await sql.delete(mails).where(eq(mails.id, id));
}

/** Removes queued mails that would contain a link for the user. */
export async function removeLinkMails(sql: Sql, userId: string): Promise<void> {
  const withLink = KINDS.filter((kind) => HAS_LINK[kind]);
  await sql.delete(mails).where(and(eq(mails.userId, userId), inArray(KIND, withLink)));
}

/** Keeps a notice that no mail server can send, for its reader to see in the console. */
export async function keepNotice(sql: Sql, id: string): Promise<void> {
  await sql.update(mails).set({ dueAt: null, nextAttemptAt: null }).where(eq(mails.id, id));
}

export async function postponeMail(sql: Sql, id: string, pauseMs: number): Promise<void> {
  await sql.update(mails).set(dueIn(pauseMs)).where(eq(mails.id, id));
}

/** Uses the clock of the database, which also decides what is due: the clocks of nodes may be off by minutes. */
function dueIn(pauseMs: number) {
  const dueAt = raw`clock_timestamp() + make_interval(secs => ${pauseMs / 1_000}::float8)`;
  return { dueAt, nextAttemptAt: null };
}

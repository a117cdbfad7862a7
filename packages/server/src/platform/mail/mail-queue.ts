import { asc, eq, inArray, lte, sql as raw } from 'drizzle-orm';
import { mails } from '../../tables/queues.ts';
import { newId } from '../base/ids.ts';
import type { Sql } from '../database/database.ts';

export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface QueuedMail extends Mail {
  readonly id: string;
  /** How often it was tried, the time it was taken for included. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/** A node that takes a mail and dies gives it to the others after this long. */
const TAKEN_FOR_MS = 120_000;

/** Queues a mail in the transaction that wants it sent: no commit, no mail. */
export async function queueMail(sql: Sql, mail: Mail): Promise<void> {
  // The clock that also says what is due; the database's may be a moment ahead.
  await sql.insert(mails).values({ id: newId(), ...mail, nextAttemptAt: new Date() });
}

/** Takes the mail that is due longest, past those that other nodes are taking. */
export async function takeDueMail(sql: Sql): Promise<QueuedMail | undefined> {
  const due = sql
    .select({ id: mails.id })
    .from(mails)
    // The clock that set the time: another one, or the same in milliseconds, may still be before it.
    .where(lte(mails.nextAttemptAt, raw`clock_timestamp()`))
    .orderBy(asc(mails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await sql
    .update(mails)
    .set({
      attempts: raw`${mails.attempts} + 1`,
      nextAttemptAt: new Date(Date.now() + TAKEN_FOR_MS),
    })
    .where(inArray(mails.id, due))
    .returning({
      id: mails.id,
      recipient: mails.recipient,
      subject: mails.subject,
      text: mails.text,
      html: mails.html,
      attempts: mails.attempts,
      createdAt: mails.createdAt,
    });
  return mail;
}

export async function removeMail(sql: Sql, id: string): Promise<void> {
  await sql.delete(mails).where(eq(mails.id, id));
}

export async function postponeMail(sql: Sql, id: string, pauseMs: number): Promise<void> {
  await sql
    .update(mails)
    .set({ nextAttemptAt: new Date(Date.now() + pauseMs) })
    .where(eq(mails.id, id));
}

import type { Log } from '../base/log.ts';
import type { Tally } from '../base/tally.ts';
import type { Sql } from '../database/database.ts';
import { doPeriodically, type PeriodicWork } from '../database/periodic-work.ts';
import type { DeliverMail } from './mail-delivery.ts';
import {
  keepNotice,
  type Mail,
  postponeMail,
  type QueuedMail,
  removeMail,
  takeDueMail,
} from './mail-queue.ts';

const LOOK_INTERVAL_MS = 1_000;
/** The pauses after the first, the second, … failure; the last one repeats. */
const PAUSES_MS = [10_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
/** No link in a mail is valid for longer. */
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000;

/** Composes a queued mail; undefined when the mail is no longer needed. */
export type ComposeMail = (sql: Sql, queued: QueuedMail) => Promise<Mail | undefined>;

export interface MailSender {
  readonly sql: Sql;
  readonly compose: ComposeMail;
  readonly deliver: DeliverMail;
  /** Without a mail server, notices about who comes in are kept for their reader. Source: IDN-44. */
  readonly keepsNotices?: boolean;
  readonly log: Log;
  /** Counts attempts, for the metrics. */
  readonly outcomes?: Tally<'outcome'>;
}

/** Sends the queued mails; any number of nodes may do so concurrently. When it is closed, one that is under way ends. */
export function keepSendingMail(sender: MailSender): PeriodicWork {
  const closing = new AbortController();
  const { runNow, close } = doPeriodically(
    LOOK_INTERVAL_MS,
    () => sendDueMail(sender, closing.signal),
    sender.log,
  );
  return {
    runNow,
    close() {
      closing.abort();
      return close();
    },
  };
}

/** Sends what is due, until nothing is or the signal is aborted: the rest stays queued. */
export async function sendDueMail(
  { sql, compose, deliver, keepsNotices = false, log, outcomes }: MailSender,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const mail = await takeDueMail(sql);
    if (mail === undefined) return;
    if (keepsNotices && mail.reason?.kind === 'security') {
      await keepNotice(sql, mail.id);
      continue;
    }
    try {
      const composed = await compose(sql, mail);
      if (composed !== undefined) await deliver({ ...mail, ...composed });
    } catch (error) {
      outcomes?.add('failed');
      await tryLater(sql, mail, { error, log });
      continue;
    }
    outcomes?.add('sent');
    await removeMail(sql, mail.id);
  }
}

async function tryLater(
  sql: Sql,
  mail: QueuedMail,
  { error, log }: { readonly error: unknown; readonly log: Log },
): Promise<void> {
  const about = { err: error, recipient: mail.recipient, attempts: mail.attempts };
  if (Date.now() - mail.createdAt.getTime() > GIVEN_UP_AFTER_MS) {
    log.error(about, 'a mail could not be sent for a day; it is dropped');
    await removeMail(sql, mail.id);
    return;
  }
  log.warn(about, 'a mail could not be sent; it is retried later');
  await postponeMail(sql, mail.id, PAUSES_MS[mail.attempts - 1] ?? PAUSES_MS.at(-1) ?? 0);
}

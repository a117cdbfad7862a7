import { and, isNull, lt, sql as raw, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { passwordLinks, sessions } from '../../tables/accounts.ts';
import { challenges } from '../../tables/identity.ts';
import { idempotentAnswers, mails } from '../../tables/queues.ts';
import type { Log } from '../base/log.ts';
import type { Sql } from './database.ts';
import { forEachOne } from './each-one.ts';
import { doPeriodically, type PeriodicWork } from './periodic-work.ts';

const SWEEP_INTERVAL_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** A user who opens an old link learns that it has expired, not that it does not exist. */
const LINKS_KEPT_MS = 30 * DAY_MS;

/** How long who gets no mail sees in the console what it would say. Source: IDN-44. */
const NOTICES_KEPT_MS = 30 * DAY_MS;

/** The size of a batch. After a month without sweeps, one statement for all rows would exceed the statement timeout. */
const ROWS_AT_ONCE = 10_000;

/** Removes rows of a noun that nobody can use any more. */
export type Sweep = (sql: Sql) => Promise<void>;

/** Periodically removes rows that nobody can use any more. */
export function keepSweeping(sql: Sql, log: Log, sweeps: readonly Sweep[]): PeriodicWork {
  return doPeriodically(SWEEP_INTERVAL_MS, () => sweepExpiredRows(sql, sweeps), log);
}

export async function sweepExpiredRows(sql: Sql, sweeps: readonly Sweep[]): Promise<void> {
  const before = (ageMs: number) => new Date(Date.now() - ageMs);
  await forEachOne(
    [
      () => deleteExpired(sql, sessions, lt(sessions.expiresAt, before(0))),
      () => deleteExpired(sql, challenges, lt(challenges.expiresAt, raw`clock_timestamp()`)),
      () => deleteExpired(sql, mails, isOldNotice(before(NOTICES_KEPT_MS))),
      () => deleteExpired(sql, passwordLinks, lt(passwordLinks.expiresAt, before(LINKS_KEPT_MS))),
      () => deleteExpired(sql, idempotentAnswers, lt(idempotentAnswers.createdAt, before(DAY_MS))),
      ...sweeps.map((sweep) => () => sweep(sql)),
    ],
    (work) => work(),
  );
}

function isOldNotice(before: Date): SQL | undefined {
  return and(isNull(mails.dueAt), isNull(mails.nextAttemptAt), lt(mails.createdAt, before));
}

/** Deletes in batches. Each is its own transaction, so that a later failure does not undo earlier batches. */
export async function deleteExpired(
  sql: Sql,
  table: PgTable,
  which: SQL | undefined,
): Promise<void> {
  for (;;) {
    const { rowCount } = await sql.transaction((inside) =>
      inside.execute(raw`
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${which} limit ${ROWS_AT_ONCE}))`),
    );
    if ((rowCount ?? 0) < ROWS_AT_ONCE) return;
  }
}

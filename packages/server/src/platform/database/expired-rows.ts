import { and, isNull, lt, not, sql as raw, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { sweepUnconfirmedAccounts } from '../../accounts/unconfirmed-account-repository.ts';
import { passwordLinks, sessions } from '../../tables/accounts.ts';
import { deliveries } from '../../tables/deliveries.ts';
import { idempotentAnswers } from '../../tables/queues.ts';
import { views } from '../../tables/views.ts';
import type { Log } from '../base/log.ts';
import type { Sql } from './database.ts';
import { forEachOne } from './each-one.ts';
import { doPeriodically, type PeriodicWork } from './periodic-work.ts';

const SWEEP_INTERVAL_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** A user who opens an old link learns that it has expired, not that it does not exist. */
const LINKS_KEPT_MS = 30 * DAY_MS;
/** The retention of the log of notifications. */
const DELIVERIES_KEPT_MS = 30 * DAY_MS;

/** The size of a batch. After a month without sweeps, one statement for all rows would exceed the statement timeout. */
const ROWS_AT_ONCE = 10_000;

/** Periodically removes rows that nobody can use any more. */
export function keepSweeping(sql: Sql, log: Log): PeriodicWork {
  return doPeriodically(SWEEP_INTERVAL_MS, () => sweepExpiredRows(sql), log);
}

export async function sweepExpiredRows(sql: Sql): Promise<void> {
  const before = (ageMs: number) => new Date(Date.now() - ageMs);
  await forEachOne(
    [
      () => deleteAll(sql, sessions, lt(sessions.expiresAt, before(0))),
      () => deleteAll(sql, passwordLinks, lt(passwordLinks.expiresAt, before(LINKS_KEPT_MS))),
      () => deleteAll(sql, deliveries, lt(deliveries.createdAt, before(DELIVERIES_KEPT_MS))),
      () => deleteAll(sql, idempotentAnswers, lt(idempotentAnswers.createdAt, before(DAY_MS))),
      // Private views of deleted users.
      () => deleteAll(sql, views, and(isNull(views.userId), not(views.shared))),
      () => sql.transaction(sweepUnconfirmedAccounts),
    ],
    (sweep) => sweep(),
  );
}

/** Deletes in batches. Each is its own transaction, so that a later failure does not undo earlier batches. */
async function deleteAll(sql: Sql, table: PgTable, which: SQL | undefined): Promise<void> {
  for (;;) {
    const { rowCount } = await sql.transaction((inside) =>
      inside.execute(raw`
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${which} limit ${ROWS_AT_ONCE}))`),
    );
    if ((rowCount ?? 0) < ROWS_AT_ONCE) return;
  }
}

import { and, isNull, lt, not, sql as raw, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { passwordLinks, sessions } from '../../tables/accounts.ts';
import { deliveries } from '../../tables/deliveries.ts';
import { idempotentAnswers } from '../../tables/queues.ts';
import { views } from '../../tables/views.ts';
import type { Log } from '../base/log.ts';
import type { Sql } from './database.ts';
import { forEachOne } from './each-one.ts';
import { doPeriodically, type PeriodicWork } from './periodic-work.ts';
import { sweepUnconfirmedAccounts } from './unconfirmed-accounts.ts';

const SWEEP_INTERVAL_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Somebody who clicks an old link is told that it expired, not that it never was. */
const LINKS_KEPT_MS = 30 * DAY_MS;
/** How long the log of notifications reaches back. */
const DELIVERIES_KEPT_MS = 30 * DAY_MS;

/** Deleted within moments: after a month in which nothing was removed one statement would take longer than any may. */
const ROWS_AT_ONCE = 10_000;

/** Removes what nobody can use any more. */
export function keepSweeping(sql: Sql, log: Log): PeriodicWork {
  return doPeriodically(SWEEP_INTERVAL_MS, () => sweepExpiredRows(sql), log);
}

export async function sweepExpiredRows(sql: Sql): Promise<void> {
  const now = Date.now();
  await forEachOne(
    [
      [sessions, lt(sessions.expiresAt, new Date(now))],
      [passwordLinks, lt(passwordLinks.expiresAt, new Date(now - LINKS_KEPT_MS))],
      [deliveries, lt(deliveries.createdAt, new Date(now - DELIVERIES_KEPT_MS))],
      [idempotentAnswers, lt(idempotentAnswers.createdAt, new Date(now - DAY_MS))],
      // Of people who are gone, and of no use to anybody else.
      [views, and(isNull(views.userId), not(views.shared))],
    ] as const,
    ([table, which]) => deleteAll(sql, table, which),
  );
  await sql.transaction(sweepUnconfirmedAccounts);
}

/** Some at a time, each a transaction of its own: what is deleted stays so. */
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

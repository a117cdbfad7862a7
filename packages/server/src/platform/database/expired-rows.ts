import { and, isNull, lt, not } from 'drizzle-orm';
import { passwordLinks, sessions } from '../../tables/accounts.ts';
import { deliveries } from '../../tables/deliveries.ts';
import { idempotentAnswers } from '../../tables/queues.ts';
import { views } from '../../tables/views.ts';
import type { Log } from '../base/log.ts';
import type { Sql } from './database.ts';
import { doPeriodically, type PeriodicWork } from './periodic-work.ts';
import { sweepUnconfirmedAccounts } from './unconfirmed-accounts.ts';

const SWEEP_INTERVAL_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Somebody who clicks an old link is told that it expired, not that it never was. */
const LINKS_KEPT_MS = 30 * DAY_MS;
/** How long the log of notifications reaches back. */
const DELIVERIES_KEPT_MS = 30 * DAY_MS;

/** Removes what nobody can use any more. */
export function keepSweeping(sql: Sql, log: Log): PeriodicWork {
  return doPeriodically(SWEEP_INTERVAL_MS, () => sql.transaction(sweepExpiredRows), log);
}

export async function sweepExpiredRows(sql: Sql): Promise<void> {
  const now = Date.now();
  await sql.delete(sessions).where(lt(sessions.expiresAt, new Date(now)));
  await sql.delete(passwordLinks).where(lt(passwordLinks.expiresAt, new Date(now - LINKS_KEPT_MS)));
  await sql.delete(deliveries).where(lt(deliveries.createdAt, new Date(now - DELIVERIES_KEPT_MS)));
  await sql
    .delete(idempotentAnswers)
    .where(lt(idempotentAnswers.createdAt, new Date(now - DAY_MS)));
  // Of people who are gone, and of no use to anybody else.
  await sql.delete(views).where(and(isNull(views.userId), not(views.shared)));
  await sql.transaction(sweepUnconfirmedAccounts);
}

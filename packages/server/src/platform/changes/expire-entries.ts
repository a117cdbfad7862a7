import { asc, inArray, lt } from 'drizzle-orm';
import { auditEntries } from '../../tables/audit-entries.ts';
import type { Log } from '../base/log.ts';
import { requireKnownTables } from '../database/compatibility.ts';
import { openConnection } from '../database/connection.ts';
import type { Sql } from '../database/database.ts';
import { doPeriodically, type PeriodicWork } from '../database/periodic-work.ts';

const DAY_MS = 24 * 60 * 60_000;
const INTERVAL_MS = 60 * 60_000;
/** As many as are removed within moments. */
const AT_ONCE = 1_000;

export type ExpiredEntry = typeof auditEntries.$inferSelect;

interface Expiring {
  /** Of the owner of the audit log: the service itself may not take anything out of it. */
  readonly readUrl: () => string;
  readonly keptDays: number;
  readonly log: Log;
}

/** Removes entries when they are as old as AUDIT_KEPT_DAYS says; looks at the start and every hour. */
export function keepExpiring({ readUrl, keptDays, log }: Expiring): PeriodicWork {
  const work = async () => {
    const { sql, close } = await openConnection(readUrl());
    try {
      const count = await removeEntries(sql, momentBefore(keptDays));
      if (count > 0) log.info({ count }, 'audit entries removed');
    } finally {
      await close();
    }
  };
  const expiring = doPeriodically(INTERVAL_MS, work, log);
  expiring.runNow();
  return expiring;
}

export function momentBefore(days: number): Date {
  return new Date(Date.now() - days * DAY_MS);
}

/**
 * Removes the entries of before a moment, oldest first, and returns how many. Some at a time are shown to `keep`
 * before they are gone for good; when it fails, they stay.
 */
export async function removeEntries(
  sql: Sql,
  before: Date,
  keep: (entries: readonly ExpiredEntry[]) => Promise<void> = async () => {},
): Promise<number> {
  let count = 0;
  for (;;) {
    const removed = await sql.transaction(async (inside) => {
      await requireKnownTables(inside);
      const entries = await takeOldest(inside, before);
      if (entries.length > 0) await keep(entries);
      return entries.length;
    });
    count += removed;
    if (removed === 0) return count;
  }
}

/** In the order of time, nearly: what was recorded a moment too early for its place goes the next time. */
async function takeOldest(sql: Sql, before: Date): Promise<ExpiredEntry[]> {
  const oldest = sql
    .select({ sequence: auditEntries.sequence, at: auditEntries.at })
    .from(auditEntries)
    .orderBy(asc(auditEntries.sequence))
    .limit(AT_ONCE)
    .as('oldest');
  const expired = sql
    .select({ sequence: oldest.sequence })
    .from(oldest)
    .where(lt(oldest.at, before));
  const entries = await sql
    .delete(auditEntries)
    .where(inArray(auditEntries.sequence, expired))
    .returning();
  return entries.sort((one, other) => one.sequence - other.sequence);
}

import { asc, inArray, lt } from 'drizzle-orm';
import { auditEntries } from '../../tables/audit-entries.ts';
import type { Log } from '../base/log.ts';
import { requireKnownTables } from '../database/compatibility.ts';
import { openConnection } from '../database/connection.ts';
import type { Sql } from '../database/database.ts';
import { doPeriodically, type PeriodicWork } from '../database/periodic-work.ts';

const DAY_MS = 24 * 60 * 60_000;
const INTERVAL_MS = 60 * 60_000;
/** The size of a batch, small enough for a short transaction. */
const AT_ONCE = 1_000;

export type ExpiredEntry = typeof auditEntries.$inferSelect;

interface Expiring {
  /** The URL with the owner's credentials: the role of the service itself may not delete audit entries. */
  readonly readUrl: () => string;
  readonly keptDays: number;
  readonly log: Log;
}

/** Removes entries older than AUDIT_KEPT_DAYS, at the start and then every hour. */
export function keepExpiring({ readUrl, keptDays, log }: Expiring): PeriodicWork {
  const work = async () => {
    const { sql, close } = await openConnection(readUrl());
    try {
      const count = await removeEntries(sql, momentBefore(keptDays));
      if (count > 0) log.info({ count }, 'old audit entries removed');
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
 * Removes the entries older than `before`, oldest first, and returns their number. Each batch is passed to `keep`
 * before its deletion commits; when `keep` fails, the batch stays.
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

/** The order of sequences is nearly that of time. An expired entry behind a batch of newer ones is removed in a later run. */
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

import { and, asc, eq, isNull, sql as raw } from 'drizzle-orm';
import { auditEntries } from '../../tables/audit-entries.ts';
import type { Log } from '../base/log.ts';
import { lockAccount } from '../database/account-lock.ts';
import type { Sql } from '../database/database.ts';
import { doPeriodically, type PeriodicWork } from '../database/periodic-work.ts';
import { NUMBERED_AT_ONCE } from './audit-entries.ts';
import { takeAccountNumbers } from './audit-numbers.ts';

const LOOK_INTERVAL_MS = 1_000;

/** Gives the entries of large calls their numbers in the log of their account. */
export function keepNumbering(sql: Sql, log: Log): PeriodicWork {
  return doPeriodically(LOOK_INTERVAL_MS, () => numberEntries(sql), log);
}

/** Numbers entries in batches, so that other writes in the account get the lock in between. */
export async function numberEntries(sql: Sql): Promise<void> {
  for (;;) {
    const [next] = await sql
      .select({ accountId: auditEntries.accountId })
      .from(auditEntries)
      .where(isNull(auditEntries.accountNumber))
      .limit(1);
    if (next === undefined) return;
    await sql.transaction((inside) => numberSome(inside, next.accountId));
  }
}

async function numberSome(sql: Sql, accountId: string): Promise<void> {
  await lockAccount(sql, accountId);
  const unnumbered = await sql
    .select({ sequence: auditEntries.sequence })
    .from(auditEntries)
    .where(and(eq(auditEntries.accountId, accountId), isNull(auditEntries.accountNumber)))
    .orderBy(asc(auditEntries.sequence))
    .limit(NUMBERED_AT_ONCE);
  const count = unnumbered.length;
  // Another node has numbered them meanwhile.
  if (count === 0) return;
  const last = await takeAccountNumbers(sql, accountId, count);
  const sequences = unnumbered.map(({ sequence }) => sequence);
  await sql.execute(raw`
    update ${auditEntries} set account_number = ${last - count} + numbered.place
    from unnest(${raw.param(sequences)}::bigint[]) with ordinality as numbered (sequence, place)
    where ${auditEntries}.sequence = numbered.sequence`);
}

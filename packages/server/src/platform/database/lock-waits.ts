import { sql as raw } from 'drizzle-orm';
import type { Log } from '../base/log.ts';
import type { Sql } from './database.ts';

/** A save normally takes about 10 ms. */
const PATIENCE_MS = 1_000;

/**
 * Does work that may have to wait for locks once it has begun its transaction. When it takes long, logs the calls, on
 * any node, that hold the locks that others wait for.
 * @param sql a connection other than that of the transaction that may wait
 */
export async function tellingLockWaits<Result>(
  { sql, log }: { readonly sql: Sql; readonly log: () => Log },
  work: (begun: () => void) => Promise<Result>,
): Promise<Result> {
  const begun = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  // Not in `begun` itself: the timer is no part of the transaction.
  void begun.promise.then(() => {
    timer = setTimeout(() => {
      tellLockWaits(sql, log()).catch((error: unknown) => {
        log().warn({ err: error }, 'the calls that hold locks could not be read');
      });
    }, PATIENCE_MS);
  });
  try {
    return await work(begun.resolve);
  } finally {
    clearTimeout(timer);
  }
}

async function tellLockWaits(sql: Sql, log: Log): Promise<void> {
  const { rows } = await sql.execute<{ heldBy: string; seconds: number; waiting: number }>(raw`
    select holder.application_name as "heldBy",
      extract(epoch from clock_timestamp() - holder.xact_start)::int as seconds,
      count(*)::int as waiting
    from pg_stat_activity waiter
    cross join lateral unnest(pg_blocking_pids(waiter.pid)) as blocking (pid)
    join pg_stat_activity holder on holder.pid = blocking.pid
    where waiter.wait_event_type = 'Lock' and waiter.datname = current_database()
    group by 1, 2 order by 2 desc limit 5`);
  if (rows.length > 0) log.warn({ holders: rows }, 'waiting for a lock that another call holds');
}

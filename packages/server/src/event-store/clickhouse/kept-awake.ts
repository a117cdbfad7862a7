import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';

const ASK_MS = 3_000;

/**
 * Works while a transaction waits, for minutes perhaps. A connection that is silent for ten seconds counts as lost, so something
 * is asked on it meanwhile.
 */
export async function keptAwake<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  const ask = () => {
    sql.execute(raw`select`).catch(() => {}); // What the transaction does next fails, too.
  };
  const asking = setInterval(ask, ASK_MS);
  try {
    return await work();
  } finally {
    clearInterval(asking);
  }
}

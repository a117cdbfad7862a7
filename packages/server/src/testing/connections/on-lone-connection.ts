import { openConnection } from '../../platform/database/connection.ts';
import type { Sql } from '../../platform/database/sql.ts';

/**
 * A transaction beside the service, which may hold locks as long as a test takes: a connection of the pool is dropped
 * after a silence of 10 seconds, and a busy machine may need longer.
 */
export async function onLoneConnection<Result>(
  url: string,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const connection = await openConnection(url);
  try {
    return await connection.sql.transaction(work);
  } finally {
    await connection.close();
  }
}

import { sql as raw } from 'drizzle-orm';
import { isOlderVersion, VERSION } from '../base/version.ts';
import type { Sql } from './sql.ts';

const LISTENER = 'comporta listener';

/** How the connection on which a node listens is called in `pg_stat_activity`: a node names its release. Source: RUL-57. */
export const LISTENER_NAME = `${LISTENER} ${VERSION}`;

/**
 * Whether a node of a release before `since` is connected to this database. Those before 0.3.0 name no release. A pooler
 * that shares connections may hide a node, and commands are none.
 */
export async function hasOlderNode(sql: Sql, since: string): Promise<boolean> {
  const { rows } = await sql.execute<{ name: string }>(raw`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like ${`${LISTENER}%`}`);
  return rows.some(({ name }) => {
    const version = name.slice(LISTENER.length).trim();
    return version === '' || isOlderVersion(version, since);
  });
}

import { sql } from 'drizzle-orm';
import { findNewerProgram } from './compatibility.ts';
import { openConnection } from './connection.ts';
import { pendingMigrations } from './migrations.ts';
import type { Sql } from './sql.ts';

const OLDEST_MAJOR = 15;

export interface Examined {
  readonly what: string;
  /** Absent when nothing is wrong. */
  readonly complaint?: string;
}

/** Names what is stored and needs somebody's attention. */
export type Examination = (connection: Sql) => Promise<readonly Examined[]>;

/**
 * Checks whether anything prevents a start, and does the examinations of nouns. Changes nothing. Rejects when the
 * database cannot be reached.
 */
export async function examineDatabase(
  url: string,
  examinations: readonly Examination[],
): Promise<Examined[]> {
  const connection = await openConnection(url);
  try {
    const pending = await pendingMigrations(url);
    // In a transaction, because a pooler may refuse those, and the start needs them.
    const server = await connection.sql.transaction(examineServer);
    if (pending.length > 0) return [server, await examineRights(connection.sql, pending.length)];
    const examined = [server, await examineTables(connection.sql)];
    for (const examine of examinations) examined.push(...(await examine(connection.sql)));
    return examined;
  } finally {
    await connection.close();
  }
}

async function examineServer(connection: Sql): Promise<Examined> {
  const { rows } = await connection.execute<{ number: number; name: string; icu: boolean }>(
    sql`select current_setting('server_version_num')::integer as number,
      current_setting('server_version') as name,
      exists(select from pg_collation where collprovider = 'i') as icu`,
  );
  const { number = 0, name = '', icu = false } = rows[0] ?? {};
  const what = `database: PostgreSQL ${name}`;
  if (number < OLDEST_MAJOR * 10_000)
    return { what, complaint: `PostgreSQL ${OLDEST_MAJOR} or newer is needed` };
  return icu ? { what } : { what, complaint: 'it is built without ICU' };
}

async function examineTables(connection: Sql): Promise<Examined> {
  const what = 'tables: up to date';
  const newer = await findNewerProgram(connection);
  return newer === undefined
    ? { what }
    : { what: 'tables', complaint: `they need Comporta ${newer}` };
}

/** Checks the rights that the migrations need. */
async function examineRights(connection: Sql, pending: number): Promise<Examined> {
  const { rows } = await connection.execute<{ database: string; schema: boolean; tables: boolean }>(
    sql`select current_database() as database,
      case when to_regnamespace('drizzle') is null
        then has_database_privilege(current_database(), 'create')
        else has_schema_privilege('drizzle', 'create') end as schema,
      has_schema_privilege('public', 'create') as tables`,
  );
  const { database = '', schema = false, tables = false } = rows[0] ?? {};
  const what = `tables: ${pending} migrations are pending; the next start applies them`;
  if (!schema) return { what, complaint: `GRANT CREATE ON DATABASE "${database}" is needed` };
  return tables ? { what } : { what, complaint: 'GRANT CREATE ON SCHEMA public is needed' };
}

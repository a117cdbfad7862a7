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

/** Checks whether anything prevents a start. Changes nothing. Rejects when the database cannot be reached. */
export async function examineDatabase(url: string): Promise<Examined[]> {
  const connection = await openConnection(url);
  try {
    const pending = await pendingMigrations(url);
    // In a transaction, because a pooler may refuse those, and the start needs them.
    const server = await connection.sql.transaction(examineServer);
    if (pending.length > 0) return [server, await examineRights(connection.sql, pending.length)];
    return [
      server,
      await examineTables(connection.sql),
      ...(await examineArchived(connection.sql)),
    ];
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

/** The experiments of archived toggles, which earlier releases took: lists hide them while their rules serve users. */
async function examineArchived(connection: Sql): Promise<Examined[]> {
  const { rows } = await connection.execute<{ name: string; environment: string; app: string }>(
    sql`select t.name, e.name as environment, a.name as app
      from toggles t join experiments x on x.toggle_id = t.id
      join environments e on e.id = x.environment_id join applications a on a.id = t.application_id
      where t.archived order by a.name, t.name, e.name`,
  );
  return rows.map(({ name, environment, app }) => ({
    what: `experiment of the archived toggle "${name}": application "${app}", environment "${environment}"`,
  }));
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

import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** A connection of the pool, or the transaction under way: repositories do not care which. */
export type Sql = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export interface Connections {
  readonly open: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

export interface Database {
  readonly sql: Sql;
  readonly url: string;
  connections(): Connections;
  close(): Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const NEWEST_MIGRATION = Math.max(
  ...readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis),
);
const POOL_SIZE = 16;
const CONNECT_TIMEOUT_MS = 3_000;
/** An arbitrary number: one migration at a time per database. */
const MIGRATION_LOCK = 4_281_907;

export function openDatabase(url: string, onConnectionLost: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    application_name: 'comporta',
  });
  // Without a listener a connection that dies while idle ends the whole process.
  pool.on('error', onConnectionLost);
  return {
    sql: drizzle(pool, { casing: 'snake_case' }),
    url,
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** Brings the tables up to date; safe when several servers start at once. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    const connection = drizzle(client, { casing: 'snake_case' });
    await connection.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migrate(connection, { migrationsFolder: MIGRATIONS });
  } finally {
    await client.end();
  }
}

/** Whether the tables are as new as this program, or newer. */
export async function isMigrated(connection: Sql): Promise<boolean> {
  const { rows } = await connection.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  return Number(rows[0]?.newest) >= NEWEST_MIGRATION;
}

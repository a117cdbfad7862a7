import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** A connection of the pool, or the transaction under way: repositories do not care which. */
export type Sql = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** For a transaction that reads several tables as they stood at one moment. */
export const CONSISTENT_READ = {
  isolationLevel: 'repeatable read',
  accessMode: 'read only',
} as const;

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

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));
const NEWEST_MIGRATION = Math.max(
  ...readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis),
);
const POOL_SIZE = 16;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 8_000;
/** A database that is there would have ended the statement by now. */
const SILENCE_TIMEOUT_MS = 10_000;
/** Shorter: an idle connection is silent and nothing is wrong with it. */
const IDLE_TIMEOUT_MS = 5_000;
const OPTIONS = { casing: 'snake_case' } as const;
/** An arbitrary number: one migration at a time per database. */
const MIGRATION_LOCK = 4_281_907;

export function openDatabase(url: string, onConnectionLost: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    stream: openImpatientSocket,
    application_name: 'comporta',
  });
  // Without a listener a connection that dies ends the whole process. The pool listens while a
  // connection is idle and during a lone query, but not during a transaction.
  pool.on('connect', (connection) => connection.on('error', onConnectionLost));
  pool.on('error', () => {});
  const pooled = drizzle(pool, OPTIONS);
  pooled.transaction = openTransactions(pool);
  return {
    sql: pooled,
    url,
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** Behind a broken network nobody says that the database is gone: nothing comes back, for ever. */
function openImpatientSocket(): Socket {
  const socket = new Socket();
  socket.setTimeout(SILENCE_TIMEOUT_MS, () => {
    const error = new Error(`the database was silent for ${SILENCE_TIMEOUT_MS} ms`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
  return socket;
}

/** Drizzle's own never gives a connection back on which not even `begin` was answered. */
function openTransactions(pool: pg.Pool): Sql['transaction'] {
  return async (work, config) => {
    const connection = await pool.connect();
    try {
      return await drizzle(connection, OPTIONS).transaction(work, config);
    } finally {
      connection.release(); // The pool drops it when it is broken.
    }
  };
}

/** Brings the tables up to date; safe when several servers start at once. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {}); // Whatever waits for an answer is told.
  await client.connect();
  try {
    const connection = drizzle(client, OPTIONS);
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

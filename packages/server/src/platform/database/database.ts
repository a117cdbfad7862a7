import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { requireKnownTables } from './compatibility.ts';
import {
  connectionOptions,
  DATES_AS_READ,
  DRIZZLE_OPTIONS,
  openImpatientSocket,
  STATEMENT_TIMEOUT_MS,
} from './connection.ts';
import type { Sql } from './sql.ts';

export type { Sql } from './sql.ts';

/** For a transaction that reads several tables from one snapshot. */
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

const POOL_SIZE = 16;
/** Shorter than SILENCE_TIMEOUT_MS, because a healthy idle connection is silent, too. */
const IDLE_TIMEOUT_MS = 5_000;
/** Shorter than the statement timeout, so that a lock wait is reported as SERVICE_BUSY and not as an unavailable database. */
const LOCK_TIMEOUT_MS = 5_000;
/** After a lock wait, a statement sees the latest row. Set explicitly: an administrator may have set another default. */
const ISOLATION = 'read committed';
const SETTINGS = [
  `statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  `lock_timeout = ${LOCK_TIMEOUT_MS}`,
  DATES_AS_READ,
];
const SET_ALWAYS = [...SETTINGS, `default_transaction_isolation = '${ISOLATION}'`]
  .map((setting) => `set ${setting}`)
  .join('; ');
const SET_LOCAL = SETTINGS.map((setting) => `set local ${setting}`).join('; ');

/**
 * Opens a connection pool.
 * @param readUrl is called for each new connection, because the password may have changed.
 */
export function openDatabase(
  url: string,
  onConnectionLost: (error: Error) => void,
  readUrl: () => string = () => url,
): Database {
  const shared = new WeakSet<pg.ClientBase>();
  let isClosed = false;
  const tellOfLoss = (error: Error) => {
    if (!isClosed) onConnectionLost(error);
  };
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        super({ ...options, ...connectionOptions(readUrl()) });
      }
    },
    max: POOL_SIZE,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    stream: openImpatientSocket,
    onConnect: async (connection) => {
      if (await isShared(connection)) shared.add(connection);
      else await connection.query(SET_ALWAYS);
    },
  });
  // Without a listener, the error of a lost connection would end the process. The pool listens while a
  // connection is idle and during a single query, but not during a transaction.
  pool.on('connect', (connection) => connection.on('error', tellOfLoss));
  pool.on('error', () => {});
  const pooled = drizzle(loneQueries(pool, shared), DRIZZLE_OPTIONS);
  pooled.transaction = openTransactions(pool, shared);
  return {
    sql: pooled,
    get url() {
      return readUrl();
    },
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close() {
      // The pool sends the end of each connection, but does not wait until the server has processed it.
      return pool.end().finally(() => {
        isClosed = true;
      });
    },
  };
}

/**
 * Whether a pooler assigns a server connection per transaction, so that a session setting would leak to other clients.
 * Such a pooler reports an invented process id, because it has many server connections.
 */
async function isShared(connection: pg.ClientBase): Promise<boolean> {
  const { rows } = await connection.query('select pg_backend_pid() as id');
  return rows[0].id !== Reflect.get(connection, 'processID');
}

/** Wraps a single query on a shared connection in a transaction, because timeouts can only be set for a transaction there. */
function loneQueries(pool: pg.Pool, shared: WeakSet<pg.ClientBase>): pg.Pool {
  const query = async (...parameters: unknown[]): Promise<unknown> => {
    const connection = await pool.connect();
    // The driver has many overloads; Drizzle uses the one that returns a promise.
    const ask = () => Reflect.apply(connection.query, connection, parameters);
    try {
      if (!shared.has(connection)) return await ask();
      await connection.query(`begin isolation level ${ISOLATION}; ${SET_LOCAL}`);
      try {
        return await ask();
      } finally {
        // After an error, COMMIT rolls back.
        await connection.query('commit');
      }
    } finally {
      connection.release(); // The pool drops it when it is broken.
    }
  };
  return { query } as unknown as pg.Pool; // Drizzle uses only `query`; `transaction` is replaced.
}

/**
 * Replaces Drizzle's `transaction`, which leaks the connection when `begin` fails. Transactions that may write
 * are refused when the tables are newer than this program (T20).
 */
function openTransactions(pool: pg.Pool, shared: WeakSet<pg.ClientBase>): Sql['transaction'] {
  return async (work, asked) => {
    const config = { isolationLevel: ISOLATION, ...asked } as const;
    const connection = await pool.connect();
    const begun: Parameters<Sql['transaction']>[0] = async (inside) => {
      if (shared.has(connection)) await inside.execute(SET_LOCAL);
      if (config.accessMode !== 'read only') await requireKnownTables(inside);
      return work(inside);
    };
    try {
      return (await drizzle(connection, DRIZZLE_OPTIONS).transaction(begun, config)) as never;
    } finally {
      connection.release(); // The pool drops it when it is broken.
    }
  };
}

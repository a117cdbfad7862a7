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

const POOL_SIZE = 16;
/** Shorter than the database's silence: an idle connection is silent and nothing is wrong with it. */
const IDLE_TIMEOUT_MS = 5_000;
/** Shorter: who waits for somebody else is told so, and not that the database is away. */
const LOCK_TIMEOUT_MS = 5_000;
/** Who waits for another's row sees it as it is then; an administrator may have made something else the default. */
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

/** @param readUrl asked for each connection: the password may have changed. */
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
  // Without a listener a connection that dies ends the whole process. The pool listens while a
  // connection is idle and during a lone query, but not during a transaction.
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
      // The pool says that it ends a connection, and does not wait until the server has read it.
      return pool.end().finally(() => {
        isClosed = true;
      });
    },
  };
}

/**
 * Whether a pooler gives each of our transactions whatever connection is free, so that a setting would stay
 * on somebody else's. Poolers make up the number of the process, because theirs are many.
 */
async function isShared(connection: pg.ClientBase): Promise<boolean> {
  const { rows } = await connection.query('select pg_backend_pid() as id');
  return rows[0].id !== Reflect.get(connection, 'processID');
}

/** Of a shared connection a lone query is a transaction, too: the limit of time holds for nothing else. */
function loneQueries(pool: pg.Pool, shared: WeakSet<pg.ClientBase>): pg.Pool {
  const query = async (...parameters: unknown[]): Promise<unknown> => {
    const connection = await pool.connect();
    // The driver's own signatures are many; Drizzle uses the one with a promise.
    const ask = () => Reflect.apply(connection.query, connection, parameters);
    try {
      if (!shared.has(connection)) return await ask();
      await connection.query(`begin isolation level ${ISOLATION}; ${SET_LOCAL}`);
      try {
        return await ask();
      } finally {
        // After an error, this takes back; nothing of a lone query is left either way.
        await connection.query('commit');
      }
    } finally {
      connection.release(); // The pool drops it when it is broken.
    }
  };
  return { query } as unknown as pg.Pool; // All that Drizzle asks of a pool, with `transaction` below.
}

/**
 * Drizzle's own never gives a connection back on which not even `begin` was answered. Whatever may write
 * is refused when the tables are newer than this program (T20).
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

import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Enter, WAIT_MS } from '../base/gate.ts';
import { type Pulse, refusalBecause, takePulse } from '../base/pulse.ts';
import { requireKnownTables } from './compatibility.ts';
import {
  connectionOptions,
  DATES_AS_READ,
  DRIZZLE_OPTIONS,
  openConnection,
  openImpatientSocket,
  STATEMENT_TIMEOUT_MS,
} from './connection.ts';
import { divide, type Lane } from './parts.ts';
import type { Sql } from './sql.ts';

export type { Lane } from './parts.ts';
export type { Sql } from './sql.ts';

/** For a transaction that reads several tables from one snapshot. */
export const CONSISTENT_READ = {
  isolationLevel: 'repeatable read',
  accessMode: 'read only',
} as const;

export interface Connections {
  readonly open: number;
  readonly idle: number;
  /** Queries and transactions that wait for a connection. */
  readonly waiting: number;
}

export interface Database {
  /** For the data plane and the service's own work: API calls always leave some connections to them. */
  readonly sql: Sql;
  /** Finds out who calls the API. These short queries do not wait for those of calls. */
  callers(lane: Lane): Sql;
  /** What API calls read outside the transaction of a write. */
  reads(lane: Lane): Sql;
  /** The transactions of API calls that write. */
  writes(lane: Lane): Sql;
  /** Takes one of the places of writes in a line, for a write on a connection outside this pool. */
  enterLine(lane: Lane): Promise<() => void>;
  readonly url: string;
  /** Whether the database is away; the connection that listens for changes asks. */
  readonly pulse: Pulse;
  connections(): Connections;
  close(): Promise<void>;
}

/** Is told of connections. A test finds code that asks for a second one inside a transaction. Source: FAIR-44. */
export interface ConnectionWatch {
  asked(): void;
  during<Result>(transaction: () => Promise<Result>): Promise<Result>;
}

interface DatabaseOptions {
  /** Called for each new connection, because the password may have changed. */
  readonly readUrl?: () => string;
  readonly watch?: ConnectionWatch;
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

/** Opens a connection pool, and gates in front of it. */
export function openDatabase(
  url: string,
  onConnectionLost: (error: Error) => void,
  { readUrl = () => url, watch = NO_WATCH }: DatabaseOptions = {},
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
    // The time to wait for a connection of the pool; that to open one is shorter.
    connectionTimeoutMillis: WAIT_MS,
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
  const parts = divide(POOL_SIZE);
  const pulse = takePulse();
  const sqlBehind = (enter: Enter) =>
    openSql(async () => {
      watch.asked();
      const sinceMs = performance.now();
      const leave = await enter().catch((error) => unlessAway(error, sinceMs));
      try {
        const connection = await pool.connect();
        return { connection, isShared: shared.has(connection), leave, readUrl };
      } catch (error) {
        leave();
        return unlessAway(error, sinceMs);
      }
    }, watch);
  /** Whoever found no connection learns that the database was away meanwhile, also when it is just back. */
  const unlessAway = (error: unknown, sinceMs: number): never => {
    const why = pulse.awaySince(sinceMs);
    throw why === undefined ? error : refusalBecause(why);
  };
  return {
    sql: sqlBehind(async () => () => {}),
    callers: (lane) => sqlBehind(() => parts.callers(lane)),
    reads: (lane) => sqlBehind(() => parts.reads(lane)),
    writes: (lane) => sqlBehind(() => parts.writes(lane)),
    enterLine: parts.line,
    pulse,
    get url() {
      return readUrl();
    },
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + parts.waiting(),
    }),
    close() {
      pulse.close();
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

const NO_WATCH: ConnectionWatch = { asked: () => {}, during: (transaction) => transaction() };

interface Taken {
  readonly connection: pg.PoolClient;
  readonly isShared: boolean;
  readonly readUrl: () => string;
  /** Leaves the gate, after the connection was released. */
  readonly leave: () => void;
}

type Take = () => Promise<Taken>;

function openSql(take: Take, watch: ConnectionWatch): Sql {
  const pooled = drizzle(loneQueries(take), DRIZZLE_OPTIONS);
  pooled.transaction = openTransactions(take, watch);
  return pooled;
}

function giveBack({ connection, leave }: Taken): void {
  connection.release(); // The pool drops it when it is broken.
  leave();
}

/** Wraps a single query on a shared connection in a transaction, because timeouts can only be set for a transaction there. */
function loneQueries(take: Take): pg.Pool {
  const query = async (...parameters: unknown[]): Promise<unknown> => {
    const taken = await take();
    const { connection, isShared } = taken;
    // The driver has many overloads; Drizzle uses the one that returns a promise.
    const ask = () => Reflect.apply(connection.query, connection, parameters);
    try {
      if (!isShared) return await ask();
      await connection.query(`begin isolation level ${ISOLATION}; ${SET_LOCAL}`);
      try {
        return await ask();
      } finally {
        // After an error, COMMIT rolls back.
        await connection.query('commit');
      }
    } finally {
      giveBack(taken);
    }
  };
  return { query } as unknown as pg.Pool; // Drizzle uses only `query`; `transaction` is replaced.
}

const CANCELS = new WeakMap<object, () => Promise<void>>();

/**
 * Cancels the query that a transaction of ours waits for; the transaction then fails, unless its commit is under way.
 * Behind a pooler nobody knows which process of the server it is: there its own time limit must end it.
 */
export async function cancelQueryIn(transaction: Sql): Promise<void> {
  await CANCELS.get(transaction)?.();
}

async function cancelQueryOf(
  { connection, isShared, readUrl }: Taken,
  isUnderWay: () => boolean,
): Promise<void> {
  if (isShared) return;
  const other = await openConnection(readUrl());
  try {
    // Meanwhile the connection may have been given to somebody else.
    if (!isUnderWay()) return;
    await other.client.query('select pg_cancel_backend($1)', [
      Reflect.get(connection, 'processID'),
    ]);
  } finally {
    await other.close();
  }
}

/**
 * Replaces Drizzle's `transaction`, which leaks the connection when `begin` fails. Transactions that may write
 * are refused when the tables are newer than this program (T20).
 */
function openTransactions(take: Take, watch: ConnectionWatch): Sql['transaction'] {
  return async (work, asked) => {
    const config = { isolationLevel: ISOLATION, ...asked } as const;
    const taken = await take();
    let transaction: object | undefined;
    const begun: Parameters<Sql['transaction']>[0] = async (inside) => {
      transaction = inside;
      CANCELS.set(inside, () => cancelQueryOf(taken, () => CANCELS.has(inside)));
      if (taken.isShared) await inside.execute(SET_LOCAL);
      if (config.accessMode !== 'read only') await requireKnownTables(inside);
      return watch.during(() => work(inside));
    };
    try {
      return (await drizzle(taken.connection, DRIZZLE_OPTIONS).transaction(begun, config)) as never;
    } finally {
      if (transaction !== undefined) CANCELS.delete(transaction);
      giveBack(taken);
    }
  };
}

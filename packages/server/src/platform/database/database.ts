import pg from 'pg';
import { type Enter, WAIT_MS } from '../base/gate.ts';
import { type Pulse, refusalBecause, takePulse } from '../base/pulse.ts';
import { connectionOptions, openImpatientSocket } from './connection.ts';
import { divide, type Lane } from './parts.ts';
import { loneQueries, type Planning } from './pool/lone-queries.ts';
import { SET_ALWAYS, type Take } from './pool/taken.ts';
import { type ConnectionWatch, openTransactions } from './pool/transactions.ts';
import { type Sql, sqlOn } from './sql.ts';

export type { Lane } from './parts.ts';
export { type ConnectionWatch, cancelQueryIn } from './pool/transactions.ts';
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

interface DatabaseOptions {
  /** Called for each new connection, because the password may have changed. */
  readonly readUrl?: () => string;
  readonly watch?: ConnectionWatch;
  /** How many connections it opens at most; a multiple of eight. */
  readonly size?: number;
}

const POOL_SIZE = 16;
/** Shorter than SILENCE_TIMEOUT_MS, because a healthy idle connection is silent, too. */
const IDLE_TIMEOUT_MS = 5_000;

/** Opens a connection pool, and gates in front of it. */
export function openDatabase(
  url: string,
  onConnectionLost: (error: Error) => void,
  { readUrl = () => url, watch = NO_WATCH, size = POOL_SIZE }: DatabaseOptions = {},
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
    max: size,
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
  const parts = divide(size);
  const pulse = takePulse();
  const sqlBehind = (enter: Enter, planning: Planning = { keepsPlans: false }) =>
    openSql(
      async () => {
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
      },
      { watch, planning },
    );
  /** Whoever found no connection learns that the database was away meanwhile, also when it is just back. */
  const unlessAway = (error: unknown, sinceMs: number): never => {
    const why = pulse.awaySince(sinceMs);
    throw why === undefined ? error : refusalBecause(why);
  };
  return {
    sql: sqlBehind(async () => () => {}),
    callers: (lane) => sqlBehind(() => parts.callers(lane), { keepsPlans: true }),
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

function openSql(
  take: Take,
  { watch, planning }: { readonly watch: ConnectionWatch; readonly planning: Planning },
): Sql {
  const pooled = sqlOn(loneQueries(take, planning));
  pooled.transaction = openTransactions(take, watch);
  return pooled;
}

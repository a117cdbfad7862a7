import { Socket } from 'node:net';
import pg from 'pg';
import { type Sql, sqlOn } from './sql.ts';

export const STATEMENT_TIMEOUT_MS = 8_000;
/** After a lock wait, a statement sees the latest row. Set explicitly: an administrator may have set another default. */
export const ISOLATION = 'read committed';
/** The format of dates that the driver can parse; an administrator may have set another default. */
export const DATES_AS_READ = `datestyle = 'ISO'`;

const CONNECT_TIMEOUT_MS = 3_000;
/** Longer than the statement timeout, so a reachable database would have responded by then. */
const SILENCE_TIMEOUT_MS = 10_000;

/**
 * The options of every connection. `application_name` is the only startup parameter, because poolers refuse unknown
 * ones. `uselibpqcompat` gives `sslmode` the same meaning as in psql, and avoids a long warning of the driver.
 */
export function connectionOptions(url: string): pg.ClientConfig {
  const separator = url.includes('?') ? '&' : '?';
  const isAboutTls = /[?&]sslmode=/.test(url) && !url.includes('uselibpqcompat=');
  return {
    connectionString: isAboutTls ? `${url}${separator}uselibpqcompat=true` : url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'comporta',
  };
}

/** A socket that fails after a silence: behind a broken network the connection would otherwise hang forever. */
export function openImpatientSocket(): Socket {
  const socket = new Socket();
  socket.setTimeout(SILENCE_TIMEOUT_MS, () => {
    const error = new Error(`the database did not respond for ${SILENCE_TIMEOUT_MS} ms`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
  return socket;
}

export interface LoneConnection {
  readonly sql: Sql;
  /** The driver's client, for COPY streams. */
  readonly client: pg.Client;
  close(): Promise<void>;
}

/** Opens a connection outside the pool, without the pool's timeouts for statements and locks. */
export async function openConnection(url: string): Promise<LoneConnection> {
  const client = new pg.Client(connectionOptions(url));
  client.on('error', () => {}); // Pending queries reject with the error.
  await client.connect();
  await client.query(`set ${DATES_AS_READ}; set default_transaction_isolation = '${ISOLATION}'`);
  return { sql: sqlOn(client), client, close: () => client.end() };
}

import { Socket } from 'node:net';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Sql } from './sql.ts';

export const DRIZZLE_OPTIONS = { casing: 'snake_case' } as const;
export const STATEMENT_TIMEOUT_MS = 8_000;
/** How the driver reads them; an administrator may have made something else the default. */
export const DATES_AS_READ = `datestyle = 'ISO'`;

const CONNECT_TIMEOUT_MS = 3_000;
/** A database that is there would have ended the statement by now. */
const SILENCE_TIMEOUT_MS = 10_000;

/**
 * How every connection is made. A pooler refuses parameters that it does not know: there are none but the name.
 * `sslmode` means what it means to psql; without being told so the driver prints a page about it.
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

/** Behind a broken network nobody says that the database is gone: nothing comes back, for ever. */
export function openImpatientSocket(): Socket {
  const socket = new Socket();
  socket.setTimeout(SILENCE_TIMEOUT_MS, () => {
    const error = new Error(`the database was silent for ${SILENCE_TIMEOUT_MS} ms`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
  return socket;
}

export interface LoneConnection {
  readonly sql: Sql;
  /** As the driver has it, for what is not a query. */
  readonly client: pg.Client;
  close(): Promise<void>;
}

/** A connection beside the pool, whose statements may take their time. */
export async function openConnection(url: string): Promise<LoneConnection> {
  const client = new pg.Client(connectionOptions(url));
  client.on('error', () => {}); // Whatever waits for an answer is told.
  await client.connect();
  await client.query(`set ${DATES_AS_READ}`);
  return { sql: drizzle(client, DRIZZLE_OPTIONS), client, close: () => client.end() };
}

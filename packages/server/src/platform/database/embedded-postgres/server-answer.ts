import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { SUPERUSER } from './create-cluster.ts';
import type { ServerLock } from './server-lock.ts';

export type ServerAnswer =
  /** `owner` is the process id of the Comporta it works for. */
  | { readonly kind: 'serving'; readonly owner: number }
  /** It is on its way up or down. */
  | { readonly kind: 'changing' }
  /** Nobody listens there. */
  | { readonly kind: 'silent' };

/** Asks whoever listens where the lock says. Works across containers too, where process ids mean nothing. */
export async function askServer(cluster: Cluster, lock: ServerLock): Promise<ServerAnswer> {
  if (Number.isNaN(lock.port)) return { kind: 'silent' };
  const client = new pg.Client({
    host: lock.socketFolder || '127.0.0.1',
    port: lock.port,
    user: SUPERUSER,
    password: cluster.password,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
  // A connection that breaks while idle is reported here, and nowhere else.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ owner: string }>(
      `select current_setting('comporta.process') as owner`,
    );
    return { kind: 'serving', owner: Number(rows[0]?.owner) };
  } catch (error) {
    return interpretRefusal(error, lock);
  } finally {
    await client.end().catch(() => {});
  }
}

function interpretRefusal(error: unknown, lock: ServerLock): ServerAnswer {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return { kind: 'silent' };
    case '53300': // All connections are taken: it serves, and its own process is all we know.
      return { kind: 'serving', owner: lock.processId };
    default:
      return { kind: 'changing' };
  }
}

import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { SUPERUSER } from './create-cluster.ts';
import type { ServerLock } from './server-lock.ts';

export type ServerAnswer =
  /** The server accepts connections; `owner` is the process id of its Comporta. */
  | { readonly kind: 'serving'; readonly owner: number }
  /** The server is starting or stopping. */
  | { readonly kind: 'changing' }
  /** Nothing listens at the address. */
  | { readonly kind: 'silent' };

/** Connects to the address in the lock file. This works across containers, too, where process ids have no meaning. */
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
  // Without a listener, an error of the idle connection would end this process.
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
    case '53300': // All connections are in use: it serves, but its owner is unknown, so its own process id is returned.
      return { kind: 'serving', owner: lock.processId };
    default:
      return { kind: 'changing' };
  }
}

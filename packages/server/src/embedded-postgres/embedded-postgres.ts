import path from 'node:path';
import { openLoopbackAddress, openSocketAddress } from './address.ts';
import { prepareCluster } from './cluster.ts';
import { superviseServer } from './supervision.ts';

export interface EmbeddedPostgresOptions {
  /** The database is in `<dataDir>/postgres`, which is created when it does not exist. */
  readonly dataDir: string;
  /** False for tests only: without fsync, a power failure can destroy the database. */
  readonly fsync?: boolean;
  readonly maxConnections?: number;
  /** Loopback is for Windows, where any user could open a socket. */
  readonly listenOn?: 'socket' | 'loopback';
  /** Called with one line for the operator, such as when the database died or was restarted. */
  readonly report?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** Stays the same when the database is restarted. */
  readonly url: string;
  /** Resolves when the last process of the database has ended. */
  readonly close: () => Promise<void>;
}

/**
 * Runs a private PostgreSQL as a child process, restarts it when it dies, and makes sure that it ends when this
 * process ends for any reason. Rejects with one line for the operator.
 */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    return await open(options);
  } catch (error) {
    if (!isAboutRoom(error)) throw error;
    const folder = path.resolve(options.dataDir);
    throw new Error(`${error.message}. Free some space on the disk of DATA_DIR, ${folder}`);
  }
}

/** Matches the messages of Node and PostgreSQL for ENOSPC and EDQUOT. */
function isAboutRoom(error: unknown): error is Error {
  return error instanceof Error && /no space left on device|quota exceeded/i.test(error.message);
}

async function open({
  dataDir,
  fsync = true,
  maxConnections = 40,
  listenOn = process.platform === 'win32' ? 'loopback' : 'socket',
  report = () => {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster({ dataDir: path.resolve(dataDir), fsync, report });
  const address =
    listenOn === 'socket' ? openSocketAddress(cluster) : await openLoopbackAddress(cluster);
  const durability = fsync ? 'on' : 'off';
  const settings = {
    ...address.settings,
    shared_buffers: '32MB',
    max_connections: `${maxConnections}`,
    // These two settings save four processes that a small service does not need.
    io_method: 'sync',
    max_logical_replication_workers: '0',
    fsync: durability,
    full_page_writes: durability,
    // Another Comporta that is started on this folder reads this, to name this process in its error.
    'comporta.process': `${process.pid}`,
  };
  try {
    const supervision = await superviseServer(cluster, settings, report);
    const close = async () => {
      await supervision.stop();
      address.release();
    };
    return { url: address.url, close };
  } catch (error) {
    address.release();
    throw error;
  }
}

import path from 'node:path';
import { openLoopbackAddress, openSocketAddress } from './embedded-postgres/address.ts';
import { prepareCluster } from './embedded-postgres/cluster.ts';
import { superviseServer } from './embedded-postgres/supervision.ts';

export interface EmbeddedPostgresOptions {
  /** The database lies in `<dataDir>/postgres`, created when it is not there. */
  readonly dataDir: string;
  /** Off, a power failure destroys the database: for tests. */
  readonly fsync?: boolean;
  readonly maxConnections?: number;
  /** Loopback is for Windows, where a socket is open to everyone. */
  readonly listenOn?: 'socket' | 'loopback';
  /** Told, one line each time, what an operator should know: that the database died, or is back. */
  readonly report?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** Stays the same when the database dies and comes back. */
  readonly url: string;
  /** Resolves when the last process of the database is gone. */
  readonly close: () => Promise<void>;
}

/**
 * Runs a private PostgreSQL as a child of this process, brings it back when it dies, and takes it along
 * when this process ends, in whatever way. Rejects with one line for the operator.
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

/** The words of Node and of PostgreSQL for ENOSPC and EDQUOT. */
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
    // Four processes fewer, which a small service does not miss.
    io_method: 'sync',
    max_logical_replication_workers: '0',
    fsync: durability,
    full_page_writes: durability,
    // Read by the next Comporta that is started on this folder, to name the one that is in its way.
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

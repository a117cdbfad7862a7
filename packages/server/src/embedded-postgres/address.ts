import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Cluster } from './cluster.ts';
import { SUPERUSER } from './create-cluster.ts';

/** Where a server listens. It stays the same when the server is restarted. */
export interface Address {
  readonly url: string;
  /** The settings of PostgreSQL for this address. */
  readonly settings: Readonly<Record<string, string>>;
  readonly release: () => void;
}

/** The maximum on macOS; Linux allows four bytes more. */
const SOCKET_PATH_MAX_BYTES = 103;
const SOCKET_PORT = 5432;

/** A socket in the cluster's private folder, or in a new temporary folder when that path is too long. */
export function openSocketAddress(cluster: Cluster): Address {
  const tooLong =
    Buffer.byteLength(path.join(cluster.folder, `.s.PGSQL.${SOCKET_PORT}`)) > SOCKET_PATH_MAX_BYTES;
  const folder = tooLong ? mkdtempSync(path.join(os.tmpdir(), 'comporta-')) : cluster.folder;
  if (tooLong && cluster.user !== undefined) {
    chownSync(folder, cluster.user.uid, cluster.user.gid);
  }
  return {
    // The host after "@" only makes the URL valid; clients connect to the one in the query.
    url: `postgres://${SUPERUSER}:${cluster.password}@localhost:${SOCKET_PORT}/postgres?host=${encodeURIComponent(folder)}`,
    settings: {
      listen_addresses: '',
      port: `${SOCKET_PORT}`,
      // The setting is a list of folders. Quotes protect a comma in the name.
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    release: () => {
      if (tooLong) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A free loopback port, for Windows, where sockets cannot be restricted to one user. */
export async function openLoopbackAddress(cluster: Cluster): Promise<Address> {
  const port = await findFreePort();
  return {
    url: `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/postgres`,
    settings: { listen_addresses: '127.0.0.1', port: `${port}`, unix_socket_directories: '' },
    release: () => {},
  };
}

async function findFreePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer().once('error', reject);
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
  });
  return await promise;
}

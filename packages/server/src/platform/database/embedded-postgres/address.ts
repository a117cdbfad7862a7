import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Cluster } from './cluster.ts';
import { SUPERUSER } from './create-cluster.ts';

/** Where a server listens; the same for every process that serves the cluster in turn. */
export interface Address {
  readonly url: string;
  /** PostgreSQL's settings for it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly release: () => void;
}

/** What a socket address holds on macOS; Linux has four more. */
const SOCKET_PATH_MAX_BYTES = 103;
const SOCKET_PORT = 5432;

/** A socket in the cluster's own folder, which nobody else may enter; or in a new short one. */
export function openSocketAddress(cluster: Cluster): Address {
  const tooLong =
    Buffer.byteLength(path.join(cluster.folder, `.s.PGSQL.${SOCKET_PORT}`)) > SOCKET_PATH_MAX_BYTES;
  const folder = tooLong ? mkdtempSync(path.join(os.tmpdir(), 'comporta-')) : cluster.folder;
  if (tooLong && cluster.user !== undefined) {
    chownSync(folder, cluster.user.uid, cluster.user.gid);
  }
  return {
    // The host after "@" only makes it a URL; the one in the query is where clients connect.
    url: `postgres://${SUPERUSER}:${cluster.password}@localhost:${SOCKET_PORT}/postgres?host=${encodeURIComponent(folder)}`,
    settings: {
      listen_addresses: '',
      port: `${SOCKET_PORT}`,
      // A list of folders; quoted, because a comma would end one.
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    release: () => {
      if (tooLong) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A free port on this machine, with a password: Windows has no sockets that only we could open. */
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

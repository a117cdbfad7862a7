import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The content of PostgreSQL's lock file: which process serves the cluster, and where. */
export interface ServerLock {
  readonly processId: number;
  /** NaN while PostgreSQL is still writing the file. */
  readonly port: number;
  /** Empty when it listens on TCP only. */
  readonly socketFolder: string;
}

/** Returns undefined when there is no lock file: PostgreSQL shut down cleanly or never ran. */
export function readServerLock(clusterFolder: string): ServerLock | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(clusterFolder, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  // https://www.postgresql.org/docs/18/storage-file-layout.html: process, folder, start, port, socket, …
  const [processId, , , port, socketFolder = ''] = text.split('\n');
  return { processId: Number(processId), port: Number(port ?? Number.NaN), socketFolder };
}

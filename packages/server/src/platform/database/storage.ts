import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../base/log.ts';

/**
 * Two segments of PostgreSQL's log. A database that finds no room for the next one ends, and does not
 * come back before there is: then nothing could even be read.
 */
const RESERVE_BYTES = 32 * 1024 * 1024;

/** Where the database keeps what is saved. */
export interface Storage {
  /** Whether there is room for more. */
  hasRoom(): Promise<boolean>;
}

/** A database of its own looks after its own disk. */
export const REMOTE_STORAGE: Storage = { hasRoom: async () => true };

/** The file system of a folder; tells the log when it has run full, and when there is room again. */
export function watchStorage(
  folder: string,
  log: Log,
  reserveBytes: number = RESERVE_BYTES,
): Storage {
  let hadRoom = true;
  return {
    async hasRoom() {
      const hasRoom = await hasFreeBytes(folder, reserveBytes);
      if (hadRoom && !hasRoom) {
        const megabytes = reserveBytes / 1024 / 1024;
        log.error({ folder }, `less than ${megabytes} MB are free: nothing is saved any more`);
      }
      if (!hadRoom && hasRoom) log.warn({ folder }, 'there is free space again: changes are saved');
      hadRoom = hasRoom;
      return hasRoom;
    },
  };
}

/** Where it cannot be known, as on some network file systems, the database itself will say. */
async function hasFreeBytes(folder: string, bytes: number): Promise<boolean> {
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return blocks === 0 || bavail * bsize >= bytes;
  } catch {
    return true;
  }
}

/** How much of the file system of a folder, or of the one it will be in, is free; undefined where that is not told. */
export async function freeMegabytes(folder: string): Promise<number | undefined> {
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return blocks === 0 ? undefined : Math.floor((bavail * bsize) / 1024 / 1024);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? undefined : freeMegabytes(parent);
  }
}

import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../base/log.ts';

/**
 * Two segments of PostgreSQL's write-ahead log. A database that has no space for the next segment stops, and cannot
 * restart until there is space, so that even reads would fail.
 */
const RESERVE_BYTES = 32 * 1024 * 1024;

/** The storage of the database. */
export interface Storage {
  /** Whether there is enough free space for writes. */
  hasRoom(): Promise<boolean>;
}

/** An external database watches its own disk. */
export const REMOTE_STORAGE: Storage = { hasRoom: async () => true };

/** Watches the file system of a folder; logs when it becomes full, and when it has free space again. */
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
        log.error(
          { folder },
          `less than ${megabytes} MB of disk space are free; changes are refused until there is more`,
        );
      }
      if (!hadRoom && hasRoom)
        log.warn({ folder }, 'there is free disk space again; changes are accepted');
      hadRoom = hasRoom;
      return hasRoom;
    },
  };
}

/** True when the free space is unknown, as on some network file systems: the database itself then reports a full disk. */
async function hasFreeBytes(folder: string, bytes: number): Promise<boolean> {
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return blocks === 0 || bavail * bsize >= bytes;
  } catch {
    return true;
  }
}

/** Free space, in MiB, on the file system of a folder, which need not exist yet; undefined when it is unknown. */
export async function freeMegabytes(folder: string): Promise<number | undefined> {
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return blocks === 0 ? undefined : Math.floor((bavail * bsize) / 1024 / 1024);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? undefined : freeMegabytes(parent);
  }
}

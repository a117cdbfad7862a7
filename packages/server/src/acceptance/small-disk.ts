import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { postgresProcesses } from './postgres-processes.ts';
import type { ServiceProcess } from './service-process.ts';

/** A disk that can be filled without harm to the disk of the machine. */
export interface SmallDisk {
  /** A description for the title of a test. */
  readonly what: string;
  /** The folder for the service's data. */
  readonly dataDir: string;
  /** Whether the free space can be queried; a limit on file sizes shows only when a write fails. */
  readonly tellsFreeSpace: boolean;
  /** Leaves no room for what the service and its database write. */
  fill(service: ServiceProcess): void;
  empty(service: ServiceProcess): void;
  remove(): void;
}

const MEGABYTES = 160;
/** Less than the size of any table and any log segment of a database. */
const LIMIT_BYTES = 65_536;

/**
 * A file system in memory, where this machine lets us mount one. Elsewhere, as in most containers, it is a
 * limit on the size of each file that the service and its database write, which has the same effect on them.
 */
export function openSmallDisk(): SmallDisk {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-disk-'));
  const options = `size=${MEGABYTES}m,mode=0711`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'comporta-test', folder]);
  return mounted.status === 0 ? mountedDisk(folder) : limitedDisk(folder);
}

function mountedDisk(folder: string): SmallDisk {
  const ballast = path.join(folder, 'ballast');
  return {
    what: `a file system of ${MEGABYTES} MB`,
    dataDir: path.join(folder, 'data'),
    tellsFreeSpace: true,
    fill() {
      const file = openSync(ballast, 'w');
      for (let bytes = 1024 * 1024; bytes >= 4_096; ) {
        if (!isWritten(file, bytes)) bytes /= 2;
      }
      closeSync(file);
    },
    empty: () => rmSync(ballast),
    remove() {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function isWritten(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes, 1)) === bytes;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}

function limitedDisk(folder: string): SmallDisk {
  chmodSync(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  const limit = (service: ServiceProcess, bytes: string) => {
    // The service comes first, because a database that it starts from now on inherits the limit.
    limitFileSize(service.processId, bytes);
    for (const id of postgresProcesses(dataDir)) limitFileSize(id, bytes);
  };
  return {
    what: `files of ${LIMIT_BYTES} bytes`,
    dataDir,
    tellsFreeSpace: false,
    fill: (service) => limit(service, String(LIMIT_BYTES)),
    empty: (service) => limit(service, 'unlimited'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Runs as the user of the process: containers lack the capability with which root could limit another user's. */
function limitFileSize(processId: number, bytes: string): void {
  const owner = statSync(`/proc/${processId}`, { throwIfNoEntry: false });
  if (owner === undefined) return; // The process has ended meanwhile.
  const { uid, gid } = owner;
  const asItsUser = process.getuid?.() === 0 ? { uid, gid } : {};
  const told = spawnSync('prlimit', ['--pid', String(processId), `--fsize=${bytes}:`], {
    ...asItsUser,
    encoding: 'utf8',
  });
  if (told.error) throw told.error;
}

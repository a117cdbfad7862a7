import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { askServer } from './server-answer.ts';
import { readServerLock, type ServerLock } from './server-lock.ts';

/** A server that lost its Comporta notices within milliseconds; one that still serves then has not. */
const ORPHAN_NOTICES_MS = 1_500;
/** Enough for the last checkpoint of a large database. */
const ORPHAN_ENDS_MS = 60_000;

/**
 * Resolves when no server runs on the cluster any more: one whose Comporta was killed is waited for, and
 * the lock of a killed one is released. Rejects in words when another Comporta is using it.
 */
export async function awaitFormerServer(cluster: Cluster, signal: AbortSignal): Promise<void> {
  const since = performance.now();
  for (;;) {
    const lock = readServerLock(cluster.folder);
    if (lock === undefined) return;
    // Its port may be a stranger's by now, unlike a socket in a private folder.
    if (lock.socketFolder === '' && !isAlive(lock.processId)) return;
    const answer = await askServer(cluster, lock);
    const waitedMs = performance.now() - since;
    switch (answer.kind) {
      case 'silent':
        if (!isServerOf(cluster, lock)) return releaseStaleLock(cluster, lock);
        break;
      case 'serving':
        if (waitedMs > ORPHAN_NOTICES_MS) {
          throw new Error(
            `another Comporta is running on ${cluster.dataDir}, process ${answer.owner}`,
          );
        }
        // Nothing there tells PostgreSQL that its Comporta is gone; see server-process.ts.
        if (process.platform === 'win32' && !isAlive(answer.owner)) stopServer(cluster);
        break;
      case 'changing':
        break;
    }
    if (waitedMs > ORPHAN_ENDS_MS) {
      throw new Error(
        `an earlier PostgreSQL on ${cluster.dataDir} does not come to its end: stop process ${lock.processId} first`,
      );
    }
    await pause(50, undefined, { signal });
  }
}

/**
 * PostgreSQL itself ignores the lock of a dead process, but believes one whose process id was given to
 * somebody else, as happens after every restart of a container or machine.
 */
function releaseStaleLock({ folder }: Cluster, lock: ServerLock): void {
  if (!isAlive(lock.processId)) return;
  rmSync(path.join(folder, 'postmaster.pid'), { force: true });
  rmSync(path.join(lock.socketFolder || folder, `.s.PGSQL.${lock.port}.lock`), { force: true });
}

/** Tells a server that does not listen yet, or no longer, from a stranger with its process id. */
function isServerOf({ folder }: Cluster, { processId }: ServerLock): boolean {
  return isAlive(processId) && readCommandLine(processId).includes(folder);
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readCommandLine(processId: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${processId}/cmdline`, 'utf8');
    } catch {
      return ''; // It ended meanwhile.
    }
  }
  return (
    spawnSync('ps', ['-o', 'command=', '-p', `${processId}`], { encoding: 'utf8' }).stdout ?? ''
  );
}

function stopServer({ programs, folder }: Cluster): void {
  spawnSync(programs.pg_ctl, ['stop', '-D', folder, '-m', 'fast', '-w'], { stdio: 'ignore' });
}

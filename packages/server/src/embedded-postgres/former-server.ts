import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { askServer } from './server-answer.ts';
import { readServerLock, type ServerLock } from './server-lock.ts';

/** A server notices the end of its Comporta within milliseconds. One that still serves after this time has a live Comporta. */
const ORPHAN_NOTICES_MS = 1_500;
/** Long enough for the last checkpoint of a large database. */
const ORPHAN_ENDS_MS = 60_000;

/**
 * Resolves when no other server runs on the cluster. Waits for the end of an orphaned server, whose Comporta was
 * killed, and removes the lock of a killed server. Rejects when another Comporta uses the cluster.
 */
export async function awaitFormerServer(cluster: Cluster, signal: AbortSignal): Promise<void> {
  const since = performance.now();
  for (;;) {
    const lock = readServerLock(cluster.folder);
    if (lock === undefined) return;
    // Another program may use its TCP port by now, unlike a socket in a private folder.
    if (lock.socketFolder === '' && !isAlive(lock.processId)) return;
    const answer = await askServer(cluster, lock);
    const waitedMs = performance.now() - since;
    switch (answer.kind) {
      case 'silent':
        if (!isServerOf(cluster, lock)) return releaseStaleLock(cluster, lock);
        break;
      case 'serving':
        if (waitedMs > ORPHAN_NOTICES_MS) {
          throw new Error(`another Comporta uses ${cluster.dataDir}: process ${answer.owner}`);
        }
        // On Windows PostgreSQL does not notice that its Comporta has ended; see server-process.ts.
        if (process.platform === 'win32' && !isAlive(answer.owner)) stopServer(cluster);
        break;
      case 'changing':
        break;
    }
    if (waitedMs > ORPHAN_ENDS_MS) {
      throw new Error(
        `an earlier PostgreSQL on ${cluster.dataDir} does not end: stop process ${lock.processId} first`,
      );
    }
    await pause(50, undefined, { signal });
  }
}

/**
 * PostgreSQL itself ignores the lock of a dead process. But it respects a lock whose process id was reused by another
 * program, which is common after a restart of a container or machine.
 */
function releaseStaleLock({ folder }: Cluster, lock: ServerLock): void {
  if (!isAlive(lock.processId)) return;
  rmSync(path.join(folder, 'postmaster.pid'), { force: true });
  rmSync(path.join(lock.socketFolder || folder, `.s.PGSQL.${lock.port}.lock`), { force: true });
}

/** Distinguishes a server that is not listening from another program with the same process id. */
function isServerOf({ folder }: Cluster, { processId }: ServerLock): boolean {
  return isAlive(processId) && readCommandLine(processId).includes(folder);
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readCommandLine(processId: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${processId}/cmdline`, 'utf8');
    } catch {
      return ''; // The process has ended meanwhile.
    }
  }
  return (
    spawnSync('ps', ['-o', 'command=', '-p', `${processId}`], { encoding: 'utf8' }).stdout ?? ''
  );
}

function stopServer({ programs, folder }: Cluster): void {
  spawnSync(programs.pg_ctl, ['stop', '-D', folder, '-m', 'fast', '-w'], { stdio: 'ignore' });
}

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Sends a signal to every process of the PostgreSQL whose data is in `<dataDir>/postgres`. */
export function signalPostgres(dataDir: string, signal: NodeJS.Signals): void {
  // The postmaster comes first: when stopped it starts no others, and when killed it cannot restart them.
  for (const id of postgresProcesses(dataDir)) {
    try {
      process.kill(id, signal);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

/** The ids of all processes of that PostgreSQL, the postmaster first; empty when it does not run. */
export function postgresProcesses(dataDir: string): number[] {
  const lock = path.join(dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync(lock)) return [];
  const postmaster = Number.parseInt(readFileSync(lock, 'utf8'), 10);
  return [postmaster, ...childrenOf(postmaster)];
}

function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parentOfThis]) => parentOfThis === parent)
    .map(([id = 0]) => id);
}

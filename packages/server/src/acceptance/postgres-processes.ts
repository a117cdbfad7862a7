import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Sends a signal to every process of the PostgreSQL whose data lies in `<dataDir>/postgres`. */
export function signalPostgres(dataDir: string, signal: NodeJS.Signals): void {
  const lock = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const postmaster = Number.parseInt(lock, 10);
  // The first of them first: stopped, it starts no others; killed, it cannot bring them back.
  for (const id of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(id, signal);
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parentOfThis]) => parentOfThis === parent)
    .map(([id = 0]) => id);
}

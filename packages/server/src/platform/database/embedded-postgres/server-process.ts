import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Cluster } from './cluster.ts';
import { databaseEnvironment } from './create-cluster.ts';

/**
 * The pipe to this shell closes when Comporta ends in whatever way, kill -9 included; PostgreSQL is
 * then told to shut down. The shell ignores Ctrl-C and what systemd sends to everyone in a service:
 * Comporta itself decides when its database may go.
 */
const GUARD = `
trap '' INT TERM HUP
exec 3<&0
"$@" 3<&- &
server=$!
( read -r _; kill -INT $server ) <&3 2>/dev/null &
guard=$!
wait $server
status=$?
kill -KILL $guard
exit $status`;

/** In English, whatever the machine speaks; and nothing of what customers store: statements are not logged. */
const LOG_SETTINGS = { lc_messages: 'C', log_min_messages: 'log', log_line_prefix: '' };

/** One run of PostgreSQL. */
export interface ServerProcess {
  /** Resolves when it accepts connections; rejects with its last words when it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with its last words when the last of its processes is gone. */
  readonly ended: Promise<string>;
  /** Asks for a clean end at once: transactions under way are rolled back. */
  readonly stop: () => void;
}

export function startServerProcess(
  { folder, programs, user }: Cluster,
  settings: Readonly<Record<string, string>>,
): ServerProcess {
  const onWindows = process.platform === 'win32';
  const assignments = Object.entries({ ...settings, ...LOG_SETTINGS });
  const args = [
    '-D',
    folder,
    ...assignments.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const child = spawn(
    onWindows ? programs.postgres : '/bin/sh',
    onWindows ? args : ['-c', GUARD, 'sh', programs.postgres, ...args],
    {
      ...user,
      cwd: folder,
      env: databaseEnvironment(),
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: !onWindows,
    },
  );

  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  let complaint = 'it gave no reason';
  createInterface(child.stderr).on('line', (line) => {
    if (line.includes('database system is ready')) ready.resolve();
    if (/FATAL|PANIC|error while loading/.test(line)) complaint = line;
  });
  // A pipe to a process that is just gone.
  child.stdin.on('error', () => {});
  child.on('error', (error) => ended.resolve(error.message));
  // Not "exit": every process of the server holds the log's pipe, and shares the memory.
  child.on('close', (code, signal) => ended.resolve(signal ?? describeEnd(code, complaint)));
  ended.promise.then((words) => ready.reject(new Error(words)));

  return {
    ready: ready.promise,
    ended: ended.promise,
    stop: onWindows
      ? () => spawn(programs.pg_ctl, ['stop', '-D', folder, '-m', 'fast'], { stdio: 'ignore' })
      : () => child.stdin.end(),
  };
}

/** The shell answers 128 and the signal for a server that was killed. */
function describeEnd(code: number | null, complaint: string): string {
  if (code === 0) return 'somebody stopped it';
  return code !== null && code > 128 ? `killed by signal ${code - 128}` : complaint;
}

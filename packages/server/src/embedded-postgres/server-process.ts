import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Cluster } from './cluster.ts';
import { databaseEnvironment } from './create-cluster.ts';

/**
 * The pipe to this shell closes when Comporta ends for any reason, kill -9 included. The shell then shuts PostgreSQL
 * down. It ignores Ctrl-C, and the signals that systemd sends to all processes of a service, because
 * Comporta itself decides when its database may stop.
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

/** Messages are in English on every machine. Statements are not logged, because they contain data of customers. */
const LOG_SETTINGS = { lc_messages: 'C', log_min_messages: 'log', log_line_prefix: '' };

/** One run of PostgreSQL. */
export interface ServerProcess {
  /** Resolves when the server accepts connections; rejects with its last error message when it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the last process of the server has ended. */
  readonly ended: Promise<string>;
  /** Requests a fast shutdown: transactions in progress are rolled back. */
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
  // Ignores EPIPE when the process has just ended.
  child.stdin.on('error', () => {});
  child.on('error', (error) => ended.resolve(error.message));
  // Not "exit": "close" waits for the end of all server processes, which hold the pipe and share the memory.
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

/** For a killed server the exit code of the shell is 128 plus the signal number. */
function describeEnd(code: number | null, complaint: string): string {
  if (code === 0) return 'somebody stopped it';
  return code !== null && code > 128 ? `killed by signal ${code - 128}` : complaint;
}

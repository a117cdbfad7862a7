import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

/** Runs the service, restarted at each change, and the development server of the console. */

const ROOT = path.resolve(import.meta.dirname, '..');

const processes: readonly ChildProcess[] = [
  // Runs the sources even when a newer bundle of them exists.
  start('node', [
    ...['--watch', '--watch-preserve-output'],
    ...['--import', './packages/server/runtime.js', 'packages/server/src/main.ts'],
  ]),
  start('vite', ['packages/console', '--clearScreen', 'false']),
];
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    for (const each of processes) each.kill('SIGTERM');
  });
}
for (const each of processes) {
  each.on('exit', (code) => {
    for (const other of processes) other.kill('SIGTERM');
    process.exitCode ??= code ?? 0;
  });
}

function start(program: string, parameters: readonly string[]): ChildProcess {
  return spawn(program, parameters, { cwd: ROOT, stdio: 'inherit' });
}

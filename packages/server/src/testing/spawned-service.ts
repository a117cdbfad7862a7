import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { withLimits } from '../process/limit-memory.ts';

// Plain JavaScript, which an old Node reads.
const { findBundled }: { findBundled(name: string): string | undefined } = await import(
  new URL('../../program.js', import.meta.url).href
);
const MAIN = fileURLToPath(new URL('../../main.js', import.meta.url));
export const COMMAND = fileURLToPath(new URL('../../comporta.js', import.meta.url));
/** Hundreds of processes read the same bundle: compiled once, a start takes a tenth less. A build removes it. */
const COMPILED = fileURLToPath(new URL('../../dist/compiled', import.meta.url));

export interface SpawnedService {
  readonly process: ChildProcess;
  readonly url: string;
  /** Resolves with the output and the exit code of the process. */
  readonly ended: Promise<{ stdout: string; stderr: string; code: number | null }>;
  /** Resolves when the service says that it is ready; rejects when it ends before. */
  readonly ready: Promise<void>;
}

/** The service as a process of its own, with exactly these settings and a free port. */
export function spawnService(settings: Readonly<Record<string, string>>): Promise<SpawnedService> {
  return spawnOurs('main', [], settings);
}

/** The command `comporta` with these arguments. */
export function spawnCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<SpawnedService> {
  return spawnOurs('comporta', args, settings);
}

const PROGRAMS = { main: MAIN, comporta: COMMAND };
const found = new Map<string, string>();

/**
 * What `main.js` and `comporta.js` come to: the bundle if it is the newest, in a Node with limits. To look at all sources, and
 * to start Node again with them, takes a sixth of a start, in each of them.
 */
function spawnOurs(
  name: keyof typeof PROGRAMS,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<SpawnedService> {
  const program = found.get(name) ?? findBundled(name) ?? PROGRAMS[name];
  found.set(name, program);
  const { options, env } = withLimits(settings);
  const limits = options.filter((option) => !process.execArgv.includes(option)); // Without those of a test's worker.
  return spawnProgram([...limits, program, ...args], env);
}

/** A program of Node, with exactly these settings and, unless they name one, a free port. */
export async function spawnProgram(
  program: readonly string[],
  settings: Readonly<Record<string, string>>,
  node: string = process.execPath,
): Promise<SpawnedService> {
  const port = settings.PORT ?? String(await findFreePort());
  const child = spawn(node, program, {
    env: { PATH: process.env.PATH, PORT: port, NODE_COMPILE_CACHE: COMPILED, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code }),
  );
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      if (/^Comporta is ready/m.test(String(chunk))) resolve();
    });
    ended.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  ready.catch(() => {}); // A test that expects the process to end does not await this.
  return { process: child, url: `http://127.0.0.1:${port}`, ended, ready };
}

/** Below those that systems give to outgoing connections: one of these could take the port before its service has started. */
const PORTS = { from: 10_000, to: 32_000 };

/** A port on which nothing listens; another test hardly gets the same one meanwhile, because it is a random one. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening'); // Rejects when it is in use.
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    } finally {
      probe.close();
    }
  }
}

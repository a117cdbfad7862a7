import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSmallPooler } from './small-pooler.ts';
import { findFreePort } from './spawned-service.ts';

export interface Pooler {
  /** The URL of the same database through the pooler. */
  readonly url: string;
  readonly name: 'pgbouncer' | 'small pooler';
  close(): Promise<void>;
}

const PGBOUNCER = '/usr/sbin/pgbouncer';
const HAS_PGBOUNCER = existsSync(PGBOUNCER);
const POOL_SIZE = 4;

type PoolMode = 'transaction' | 'session' | 'statement';

/**
 * Opens a connection pooler in front of a database: pgbouncer with its defaults where it is installed, otherwise a
 * small one, which has no session mode.
 */
export async function openPooler(url: string, mode: PoolMode = 'transaction'): Promise<Pooler> {
  const port = await findFreePort();
  const through = new URL(url);
  const pooled = `postgres://${through.username}@127.0.0.1:${port}${through.pathname}`;
  if (!HAS_PGBOUNCER) {
    if (mode === 'session') throw new Error('only pgbouncer has session mode');
    const close = await openSmallPooler(url, { port, poolSize: POOL_SIZE, mode });
    return { url: pooled, name: 'small pooler', close };
  }
  return { url: pooled, name: 'pgbouncer', close: await openPgbouncer(through, { port, mode }) };
}

async function openPgbouncer(
  url: URL,
  { port, mode }: { readonly port: number; readonly mode: PoolMode },
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-pooler-'));
  chmodSync(folder, 0o755);
  const file = path.join(folder, 'pgbouncer.ini');
  const host = url.searchParams.get('host') ?? url.hostname;
  const database = `host=${host} port=${url.searchParams.get('port') ?? url.port} user=${url.username} password=${url.password}`;
  const settings = [
    '[databases]',
    `* = ${database.replaceAll(/ \w+=(?= |$)/g, '')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${POOL_SIZE}`,
  ];
  writeFileSync(file, settings.join('\n'));
  // pgbouncer refuses to run as root; the embedded database's socket belongs to this user.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PGBOUNCER, [...user, file], { stdio: 'ignore' });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    await pause(20);
  }
  return async () => {
    child.kill('SIGINT');
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true });
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

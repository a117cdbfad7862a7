import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts';
import { placeRestored } from './place-restored.ts';
import { findPostgresPrograms } from './postgres-programs.ts';

const HOLDER = fileURLToPath(new URL('../testing/hold-embedded-postgres.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('data persists when the database is closed and opened again; closing leaves no process', async () => {
  const dataDir = await copyDatabase();
  const first = await open(dataDir, { fsync: true });
  const serverId = readServerId(dataDir);
  await query(first.url, 'create table kept as select 42 as answer');
  await first.close();
  expect(isAlive(serverId)).toBe(false);
  expect(existsSync(serverLock(dataDir))).toBe(false);

  const second = await open(dataDir, { fsync: true });
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a second Comporta on the same folder is refused with a clear message; the first is not disturbed', async () => {
  const dataDir = await copyDatabase();
  const { url } = await open(dataDir);
  await expect(open(dataDir)).rejects.toThrow(
    `another Comporta uses ${dataDir}: process ${process.pid}`,
  );
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('when only Comporta is killed, its database ends by itself, and the next start has all committed data', async () => {
  const dataDir = await copyDatabase();
  const holder = await hold(dataDir);
  const orphan = readServerId(dataDir);
  await query(holder.url, 'create table kept as select 42 as answer');
  await holder.kill();

  const { url } = await open(dataDir);
  expect(isAlive(orphan)).toBe(false);
  expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('when all processes are killed, the next start takes over the lock and has all committed data', async () => {
  const dataDir = await copyDatabase();
  const holder = await hold(dataDir);
  await query(holder.url, 'create table kept as select 42 as answer');
  process.kill(readServerId(dataDir), 'SIGKILL');
  await holder.kill();
  expect(existsSync(serverLock(dataDir))).toBe(true);

  const { url } = await open(dataDir);
  expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a lock file whose process id now belongs to another program does not prevent the start', async () => {
  const dataDir = await copyDatabase();
  // Under the same user: PostgreSQL itself ignores the process of another user.
  const { uid, gid } = statSync(path.join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
  cleanups.push(() => stranger.kill());
  const folder = path.join(dataDir, 'postgres');
  writeFileSync(
    serverLock(dataDir),
    [stranger.pid, folder, '1780000000', '5432', folder, '', '  1  1', 'ready   ', ''].join('\n'),
  );
  writeFileSync(
    path.join(folder, '.s.PGSQL.5432.lock'),
    [stranger.pid, folder, '1780000000', '5432', folder, ''].join('\n'),
  );

  const { url } = await open(dataDir);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(stranger.exitCode).toBe(null);
});

test('a killed database is restarted under the same URL, and the restart is reported', async () => {
  const dataDir = await copyDatabase();
  const reports: string[] = [];
  const { url } = await open(dataDir, { report: (line) => reports.push(line) });
  await query(url, 'create table kept as select 42 as answer');

  for (const reportsSoFar of [2, 4]) {
    process.kill(readServerId(dataDir), 'SIGKILL');
    await vi.waitUntil(() => reports.length === reportsSoFar, 30_000);
    expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  }
  expect(reports.slice(0, 2)).toEqual([
    'PostgreSQL ended unexpectedly (killed by signal 9); restarting it',
    'PostgreSQL is back',
  ]);
});

test('closing during a restart of the database leaves no process', async () => {
  const dataDir = await copyDatabase();
  const reports: string[] = [];
  const opened = await open(dataDir, { report: (line) => reports.push(line) });
  process.kill(readServerId(dataDir), 'SIGKILL');
  await vi.waitUntil(() => reports.length === 1, 30_000);
  await opened.close();
  expect(isAlive(readServerId(dataDir))).toBe(false);
  await expect(query(opened.url, 'select 1')).rejects.toThrow();
});

test('when the path is too long for a socket, a short temporary folder is used and removed on closing', async () => {
  const parent = createDataDir();
  chmodSync(parent, 0o711);
  const dataDir = path.join(parent, 'd'.repeat(100));
  renameSync(await copyDatabase(), dataDir);
  const opened = await open(dataDir);
  expect(await query(opened.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  const socketFolder = new URL(opened.url).searchParams.get('host') ?? '';
  expect(socketFolder.length).toBeLessThan(80);
  await opened.close();
  expect(existsSync(socketFolder)).toBe(false);
});

test('a connection over loopback needs the password', async () => {
  const { url } = await open(await copyDatabase(), { listenOn: 'loopback' });
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  const stranger = new URL(url);
  stranger.password = 'guessed';
  await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed');
});

test.runIf(isRoot)(
  'below a folder that the database user cannot access, root keeps the data elsewhere and reports it',
  async () => {
    const closed = createDataDir();
    const dataDir = path.join(closed, 'data');
    const reports: string[] = [];
    const first = await open(dataDir, { report: (line) => reports.push(line) });
    const shelter = path.dirname(readlinkSync(path.join(dataDir, 'postgres')));
    cleanups.push(() => rmSync(shelter, { recursive: true }));
    expect(reports).toEqual([
      expect.stringContaining(`has no access to ${closed}: the data is stored in ${shelter}`),
    ]);
    await query(first.url, 'create table kept as select 42 as answer');
    await first.close();

    const second = await open(dataDir);
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  },
);

describe.runIf(isRoot)('OPS-02: below a folder that the database user cannot access', () => {
  test('the next start removes the remains of an interrupted one', async () => {
    const dataDir = path.join(createDataDir(), 'data');
    const entry = path.join(dataDir, 'postgres');
    const holder = spawn(process.execPath, [HOLDER, dataDir], { detached: true, stdio: 'ignore' });
    const exited = once(holder, 'exit');
    await vi.waitUntil(() => isBeingCreated(entry), 30_000);
    process.kill(-(holder.pid ?? 0), 'SIGKILL'); // Kills the process group, which includes initdb.
    await exited;
    const interrupted = readlinkSync(entry);
    cleanups.push(() => rmSync(path.dirname(interrupted), { recursive: true, force: true }));

    const { url } = await open(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(path.dirname(interrupted))).toBe(false);
    cleanups.push(() => rmSync(path.dirname(readlinkSync(entry)), { recursive: true }));
  });

  test('a failed start leaves nothing behind', () => {
    const dataDir = path.join(createDataDir(), 'data');
    // The limit is smaller than the files of a new database.
    const start = `ulimit -f 8; exec "$0" "$@"`;
    const { stderr } = spawnSync('/bin/bash', ['-c', start, process.execPath, HOLDER, dataDir]);
    const [, home = ''] = /could not create a database in (\S+):/.exec(String(stderr)) ?? [];
    expect(home).toMatch(/\/data-\w+$/);
    expect(existsSync(home)).toBe(false);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('a restored database is moved, and the move is reported as at a start', async () => {
    const closed = createDataDir();
    const dataDir = path.join(closed, 'data');
    cpSync(await copyDatabase(), dataDir, { recursive: true });
    const reports: string[] = [];

    const home = placeRestored(dataDir, (line) => reports.push(line));

    cleanups.push(() => rmSync(path.dirname(home), { recursive: true }));
    expect(reports).toEqual([
      expect.stringContaining(
        `has no access to ${closed}: the data is stored in ${path.dirname(home)}`,
      ),
    ]);
    const { url } = await open(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a restored database stays in DATA_DIR when only DATA_DIR itself was inaccessible', async () => {
    const dataDir = await copyDatabase();
    chmodSync(dataDir, 0o700);
    const reports: string[] = [];
    expect(placeRestored(dataDir, (line) => reports.push(line))).toBe(
      path.join(dataDir, 'postgres'),
    );
    expect(lstatSync(path.join(dataDir, 'postgres')).isDirectory()).toBe(true);
    expect(reports).toEqual([]);
  });
});

/** The user "daemon", which exists on Linux and macOS. */
const DAEMON = 1;
const hasDaemon = isRoot && spawnSync('id', ['-nu', `${DAEMON}`]).status === 0;

test.runIf(hasDaemon)(
  "a database that root creates in an ordinary user's folder belongs to that user, as after a restore",
  async () => {
    const dataDir = createDataDir();
    chownSync(dataDir, DAEMON, DAEMON);
    await (await open(dataDir)).close();
    const made = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    const owners = made.map((file) => statSync(path.join(dataDir, file)).uid);
    expect(new Set(owners)).toEqual(new Set([DAEMON]));
    const { url } = await hold(dataDir, { uid: DAEMON, gid: DAEMON });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  },
);

describe.runIf(isRoot)('a user id without a name, as in containers,', () => {
  const uid = 54_321;

  test('gets an error that says what to do, because initdb needs a name', async () => {
    const dataDir = createDataDir();
    chownSync(dataDir, uid, uid);
    const { stderr } = spawnSync(process.execPath, [HOLDER, dataDir], { uid, gid: uid });
    expect(String(stderr)).toContain(
      `user ${uid} has none: add that user to /etc/passwd, start Comporta as a user who is in it, or set DATABASE_URL`,
    );
  });

  test('makes root create the database as "nobody", which has a name', async () => {
    const dataDir = createDataDir();
    chownSync(dataDir, uid, uid);
    await open(dataDir);
    expect(statSync(path.join(dataDir, 'postgres')).uid).toBe(65_534);
  });

  test('can serve an existing database', async () => {
    const dataDir = await copyDatabase();
    const folders = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    for (const file of ['.', ...folders]) chownSync(path.join(dataDir, file), uid, uid);
    const { url } = await hold(dataDir, { uid, gid: uid });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

test('on a platform without PostgreSQL the error mentions DATABASE_URL', async () => {
  await expect(findPostgresPrograms('sunos', 'sparc')).rejects.toThrow(
    /no PostgreSQL for sunos-sparc.*set DATABASE_URL/,
  );
});

/** True while initdb is running: its first files exist, the last ones do not. */
function isBeingCreated(entry: string): boolean {
  if (lstatSync(entry, { throwIfNoEntry: false }) === undefined) return false;
  return existsSync(path.join(path.dirname(readlinkSync(entry)), 'postgres.new', 'PG_VERSION'));
}

/** Creates a temporary folder, which other users cannot access. */
function createDataDir(): string {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-test-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** A temporary folder with a new database, which is copied: that takes a tenth of the time of creating one. */
async function copyDatabase(): Promise<string> {
  const dataDir = createDataDir();
  // Windows has no command that copies the owners of files, and no database user either.
  if (process.platform === 'win32') return dataDir;
  original ??= createOriginal();
  execFileSync('cp', ['-a', `${await original}/.`, dataDir]);
  return dataDir;
}

let original: Promise<string> | undefined;

async function createOriginal(): Promise<string> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-test-'));
  await (await openEmbeddedPostgres({ dataDir, fsync: false })).close();
  return dataDir;
}

afterAll(async () => {
  if (original !== undefined) rmSync(await original, { recursive: true });
});

async function open(
  dataDir: string,
  options: Partial<Parameters<typeof openEmbeddedPostgres>[0]> = {},
): Promise<EmbeddedPostgres> {
  const opened = await openEmbeddedPostgres({ dataDir, fsync: false, ...options });
  cleanups.push(() => opened.close());
  return opened;
}

/** Opens the database in a separate process. */
async function hold(
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
): Promise<{ url: string; kill: () => Promise<void> }> {
  const holder = spawn(process.execPath, [HOLDER, dataDir], {
    ...user,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(holder, 'exit');
  cleanups.push(() => holder.kill('SIGKILL'));
  const [output] = await once(holder.stdout, 'data');
  return {
    url: `${output}`.trim(),
    kill: async () => {
      holder.kill('SIGKILL');
      await exited;
    },
  };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function serverLock(dataDir: string): string {
  return path.join(dataDir, 'postgres/postmaster.pid');
}

function readServerId(dataDir: string): number {
  return Number(readFileSync(serverLock(dataDir), 'utf8').split('\n')[0]);
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

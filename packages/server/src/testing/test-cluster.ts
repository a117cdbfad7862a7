import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { migrateDatabase } from '../platform/database/migrations.ts';

/** One PostgreSQL for a whole run of tests, with a migrated database to copy from. */
export interface TestCluster {
  /** The URL of the database from which others can be created and dropped. */
  readonly url: string;
  /** Unique, so that runs can share a PostgreSQL. */
  readonly template: string;
  /** The faster way to copy it: copying files is cheap in memory, and expensive on a journaling file system. */
  readonly strategy: 'file_copy' | 'wal_log';
  readonly close: () => Promise<void>;
}

export interface TestDatabase {
  readonly url: string;
  /** Ends connections that are still open. */
  readonly drop: () => Promise<void>;
}

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** The databases and the write-ahead log of a run take a few hundred megabytes. */
const MEMORY_LEAST_BYTES = 2 * 1024 ** 3;

/** Defaults that an administrator may have set and the service must tolerate; the time zone has daylight saving. */
const ODD_DEFAULTS = [
  "timezone to 'America/Los_Angeles'",
  "datestyle to 'SQL, DMY'",
  "default_transaction_isolation to 'repeatable read'",
];

/** A migrated, empty database: about 400 files. */
export async function copyTemplate(cluster: Omit<TestCluster, 'close'>): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const run = (statement: string) => executeAgain(cluster.url, statement);
  await run(`create database ${name} template ${cluster.template} strategy ${cluster.strategy}`);
  await run(ODD_DEFAULTS.map((setting) => `alter database ${name} set ${setting}`).join('; '));
  return {
    url: nameDatabase(cluster.url, name),
    drop: () => run(`drop database ${name} with (force)`),
  };
}

/** Opens a PostgreSQL of its own, or uses the one at `url`. */
export async function openTestCluster(url: string | undefined): Promise<TestCluster> {
  const server = url === undefined ? await openTemporaryPostgres() : givenPostgres(url);
  const template = `comporta_test_${randomBytes(6).toString('hex')}`;
  await execute(server.url, `create database ${template}`);
  await migrateDatabase(nameDatabase(server.url, template));
  return {
    url: server.url,
    template,
    strategy: server.strategy,
    close: async () => {
      await execute(server.url, `drop database ${template} with (force)`);
      await server.close();
    },
  };
}

type TestServer = Pick<TestCluster, 'url' | 'strategy' | 'close'>;

function givenPostgres(url: string): TestServer {
  return { url, strategy: 'wal_log', close: async () => {} };
}

/** Runs in memory where enough is free, because each copy of the template creates and removes its files. */
async function openTemporaryPostgres(): Promise<TestServer> {
  const isInMemory = existsSync(MEMORY) && freeBytes(MEMORY) >= MEMORY_LEAST_BYTES;
  const dataDir = mkdtempSync(path.join(isInMemory ? MEMORY : os.tmpdir(), 'comporta-test-'));
  const { url, close } = await openEmbeddedPostgres({ dataDir, fsync: false, maxConnections: 200 });
  return {
    url,
    strategy: isInMemory ? 'file_copy' : 'wal_log',
    close: async () => {
      await close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The same server's URL with another database in it. */
export function nameDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs one statement on a connection of its own: databases cannot be created in transactions. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** By URL. Opening a connection takes about as long as creating a database, so they stay open. */
const pools = new Map<string, pg.Pool>();

/** Runs one statement like `execute`, on a connection that is kept; it does not keep the process running. */
async function executeAgain(url: string, statement: string): Promise<void> {
  const pool = pools.get(url) ?? openPool(url);
  await pool.query(statement);
}

function openPool(url: string): pg.Pool {
  const kept = { idleTimeoutMillis: 0, allowExitOnIdle: true };
  const pool = new pg.Pool({ connectionString: url, max: 1, ...kept });
  // A connection ends with its server; the pool opens another one when it is needed.
  pool.on('error', () => {});
  pools.set(url, pool);
  return pool;
}

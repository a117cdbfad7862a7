import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { migrateDatabase } from '../platform/database/migrations.ts';

/** One PostgreSQL for a whole run of tests, with a migrated database to copy from. */
export interface TestCluster {
  /** Of the database from which others can be created and dropped. */
  readonly url: string;
  /** Unique, so that runs can share a PostgreSQL. */
  readonly template: string;
  readonly close: () => Promise<void>;
}

export interface TestDatabase {
  readonly url: string;
  /** Ends connections that are still open. */
  readonly drop: () => Promise<void>;
}

/** A migrated, empty database; 25 ms. */
export async function copyTemplate(
  cluster: Pick<TestCluster, 'url' | 'template'>,
): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await execute(cluster.url, `create database ${name} template ${cluster.template}`);
  return {
    url: nameDatabase(cluster.url, name),
    drop: () => execute(cluster.url, `drop database ${name} with (force)`),
  };
}

/** Opens a PostgreSQL of its own, or uses the one at `url`. */
export async function openTestCluster(url: string | undefined): Promise<TestCluster> {
  const server = url === undefined ? await openTemporaryPostgres() : { url, close: async () => {} };
  const template = `comporta_test_${randomBytes(6).toString('hex')}`;
  await execute(server.url, `create database ${template}`);
  await migrateDatabase(nameDatabase(server.url, template));
  return {
    url: server.url,
    template,
    close: async () => {
      await execute(server.url, `drop database ${template} with (force)`);
      await server.close();
    },
  };
}

async function openTemporaryPostgres(): Promise<Pick<TestCluster, 'url' | 'close'>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-test-'));
  const { url, close } = await openEmbeddedPostgres({ dataDir, fsync: false, maxConnections: 200 });
  return {
    url,
    close: async () => {
      await close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** The same server's URL with another database in it. */
export function nameDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs one statement on a connection of its own: databases are not created in transactions. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

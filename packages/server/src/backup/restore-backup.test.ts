import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnection } from '../platform/database/connection.ts';
import { createCompany } from '../testing/builders.ts';
import { execute } from '../testing/test-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestServer } from '../testing/test-server.ts';
import { UnusableBackup } from './backup-format.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let folder: string;
let lines: string[];
let target: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-restore-'));
  const server = await startTestServer();
  await createCompany(server);
  await createCompany(server);
  const whole = path.join(folder, 'whole.backup');
  await writeBackup(server.database.url, whole);
  lines = gunzipSync(readFileSync(whole)).toString().trimEnd().split('\n');
  await server.close();
  target = await createTestDatabase();
  await execute(target.url, 'drop schema public, drizzle cascade; create schema public');
});
afterAll(async () => {
  await target.drop();
  rmSync(folder, { recursive: true });
});

async function tablesOf(url: string): Promise<unknown> {
  const connection = await openConnection(url);
  const { rows } = await connection.sql.execute(
    sql`select relname from pg_class where relnamespace = 'public'::regnamespace`,
  );
  await connection.close();
  return rows;
}

const ofAccounts = () => lines.findIndex((line) => line.startsWith('{"table":"accounts"')) + 1;

it.each<[string, () => readonly string[]]>([
  ['a row twice', () => lines.toSpliced(ofAccounts(), 0, lines[ofAccounts()] ?? '')],
  ['a value changed', () => lines.with(ofAccounts(), `x${lines[ofAccounts()]}`)],
  [
    'the name of a table changed',
    () => lines.with(1, (lines[1] ?? '').replace('"table"', '"tabel"')),
  ],
  ['a part missing', () => lines.toSpliced(ofAccounts(), 1)],
])(
  'CLT-09, OPR-06: a backup with %s is damaged; that is said before a table is made or a row is written',
  async (_, damaged) => {
    const file = path.join(folder, 'damaged.backup');
    writeFileSync(file, gzipSync(`${damaged().join('\n')}\n`));
    const error = await restoreBackup(target.url, file).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(UnusableBackup);
    expect(error).toMatchObject({ message: 'it is damaged' });
    expect(await tablesOf(target.url)).toEqual([]);
  },
);

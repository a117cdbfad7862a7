import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { openConnection } from '../platform/database/connection.ts';
import { idLists } from '../tables/id-lists.ts';
import { createApplication, createCompany } from '../testing/builders.ts';
import { execute } from '../testing/test-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestServer } from '../testing/test-server.ts';
import { UnusableBackup } from './backup-format.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let folder: string;
let whole: string;
let lines: string[];
let target: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-restore-'));
  const server = await startTestServer();
  const { accountId } = await createCompany(server);
  await createCompany(server);
  const { id: applicationId } = await createApplication(server, accountId);
  const list = { id: newId(), applicationId, name: 'Beta', description: '', savedBy: 'Ana' };
  await server.database.sql.insert(idLists).values({ ...list, contentVersion: 7 });
  whole = path.join(folder, 'whole.backup');
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

it('LIF-50: id lists get a version that no reader has, so that all their ids are sent', async () => {
  const elsewhere = await createTestDatabase();
  await execute(elsewhere.url, 'drop schema public, drizzle cascade; create schema public');
  const before = Date.now();
  await restoreBackup(elsewhere.url, whole);
  const connection = await openConnection(elsewhere.url);
  const [list] = await connection.sql.select().from(idLists);
  await connection.close();
  await elsewhere.drop();
  expect(list?.contentVersion).toBeGreaterThanOrEqual(before);
  expect(list?.fullFrom).toBe(list?.contentVersion);
});

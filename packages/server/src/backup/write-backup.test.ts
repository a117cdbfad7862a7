import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { writeBackup } from './write-backup.ts';

let folder: string;
let filled: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-backup-'));
  filled = await createTestDatabase();
  const database = openDatabase(filled.url, () => {});
  // Several times what the buffers on the way to the file hold.
  await database.sql.execute(raw`
    insert into accounts (id, name, plan)
    select gen_random_uuid(), repeat(md5(n::text), 4), 'TRIAL' from generate_series(1, 40000) as n`);
  await database.close();
});
afterAll(async () => {
  await filled.drop();
  rmSync(folder, { recursive: true });
});

it('a backup that is larger than the buffers warns of no leak', async () => {
  const warnings: Error[] = [];
  const listener = (warning: Error) => warnings.push(warning);
  process.on('warning', listener);
  const file = path.join(folder, 'large');
  await writeBackup(filled.url, file);
  process.off('warning', listener);
  expect(warnings).toEqual([]);
  expect(existsSync(file)).toBe(true);
});

it.skipIf(!existsSync('/dev/full'))('a full disk ends the backup, and leaves no file', async () => {
  const file = path.join(folder, 'full');
  symlinkSync('/dev/full', `${file}.unfinished`);
  await expect(writeBackup(filled.url, file)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect([existsSync(file), existsSync(`${file}.unfinished`)]).toEqual([false, false]);
});

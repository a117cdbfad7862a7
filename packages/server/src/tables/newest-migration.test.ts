import { globSync, readFileSync } from 'node:fs';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';

const SERVER = new URL('../../', import.meta.url);
const META = new URL('migrations/meta/', SERVER);

it('CODE-03: the declared tables equal the result of the newest migration', async () => {
  const files = globSync('src/tables/*.ts', { cwd: SERVER }).filter(
    (file) => !/\.test\./.test(file),
  );
  const modules = await Promise.all(files.map((file) => import(new URL(file, SERVER).href)));
  const newest = globSync('*_snapshot.json', { cwd: META }).sort().at(-1) ?? '';
  const migrated = JSON.parse(readFileSync(new URL(newest, META), 'utf8'));
  const declared = generateDrizzleJson(
    Object.assign({}, ...modules),
    migrated.id,
    undefined,
    'snake_case',
  );
  const missing = await generateMigration(migrated, declared);
  expect(missing, 'without a migration: npm run migration -- --name what-changes').toEqual([]);
});

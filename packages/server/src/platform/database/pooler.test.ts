import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCompany } from '../../testing/builders.ts';
import { openPooler, type Pooler } from '../../testing/pooler.ts';
import { spawnService } from '../../testing/spawned-service.ts';
import { execute } from '../../testing/test-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { openDatabase } from './database.ts';
import { migrateDatabase } from './migrations.ts';

const CLEAR = 'drop schema public cascade; create schema public; drop schema drizzle cascade';

describe('OPS-03: through a connection pooler in transaction mode', () => {
  let direct: TestDatabase;
  let pooler: Pooler;
  beforeAll(async () => {
    direct = await createTestDatabase();
    pooler = await openPooler(direct.url);
  });
  afterAll(async () => {
    await pooler.close();
    await direct.drop();
  });

  it('in statement mode the start fails at once, with one line', async () => {
    const statements = await openPooler(direct.url, 'statement');
    const { ended } = await spawnService({ DATABASE_URL: statements.url });
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Comporta did not start: .*pool_mode = transaction or session\.\n$/);
    await statements.close();
  });

  it('six concurrent migrations all succeed, and the tables exist', async () => {
    await execute(direct.url, CLEAR);
    await Promise.all(Array.from({ length: 6 }, () => migrateDatabase(pooler.url)));
    await migrateDatabase(pooler.url);
    await execute(direct.url, 'select 1 from compatibility');
  });

  it('two nodes serve: data saved on one can be read on the other', async () => {
    const [one, other] = await Promise.all([
      startTestServer({ DATABASE_URL: pooler.url }),
      startTestServer({ DATABASE_URL: pooler.url }),
    ]);
    const { token } = await createCompany(one);
    const names = ['Shop', 'Store', 'Stand', 'Kiosk', 'Market', 'Mall'];
    const saves = names.map((name, index) =>
      (index % 2 === 0 ? one : other).call('POST', '/api/apps', {
        token,
        body: { name, environments: [{ name: 'Production' }] },
      }),
    );
    for (const { status } of await Promise.all(saves)) expect(status).toBe(201);
    expect((await other.call<[]>('GET', '/api/apps', { token })).body).toHaveLength(6);
    expect((await one.call('GET', '/readyz')).status).toBe(200);
    await Promise.all([one.close(), other.close()]);
  });

  it('the statement timeout is 8 s, inside and outside a transaction, and no setting leaks', async () => {
    const database = openDatabase(pooler.url, () => {});
    const limitNow = `select current_setting('statement_timeout') as limit`;
    const limitOf = async (sql: typeof database.sql) =>
      (await sql.execute<{ limit: string }>(limitNow)).rows[0]?.limit;
    expect(await limitOf(database.sql)).toBe('8s');
    expect(await database.sql.transaction(limitOf)).toBe('8s');
    await expect(database.sql.execute('select * from nowhere')).rejects.toThrow();
    expect(await limitOf(database.sql)).toBe('8s');
    await database.close();
    await execute(
      pooler.url,
      `do $$ begin assert current_setting('statement_timeout') = '0'; end $$`,
    );
  });

  it('IDN-80: who calls is found on whatever connection the pooler gives', async () => {
    const database = openDatabase(pooler.url, () => {});
    const find = async () => {
      const sql = database.callers({ company: 'a' });
      return (await sql.execute<{ id: number }>(raw`select pg_backend_pid() + ${0} as id`)).rows;
    };
    const answers = await Promise.all(Array.from({ length: 40 }, find));
    expect(new Set(answers.flat().map(({ id }) => id)).size).toBeGreaterThan(1);
    const left = await database.sql.execute('select from pg_prepared_statements');
    expect(left.rows).toEqual([]);
    await database.close();
  });

  it('a node that waits for another one to migrate logs it', async () => {
    const lines: unknown[] = [];
    const database = openDatabase(direct.url, () => {});
    let waiting: Promise<void> | undefined;
    await database.sql.transaction(async (inside) => {
      await inside.execute('select pg_advisory_xact_lock(4281907)');
      waiting = migrateDatabase(pooler.url, { log: { info: (line: unknown) => lines.push(line) } });
      await expect
        .poll(() => lines)
        .toEqual(['another node is migrating the database; waiting for it']);
    });
    await waiting;
    await database.close();
  });
});

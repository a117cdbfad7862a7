import { expect, it } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase } from '../test-database.ts';
import { refuseSecondConnections } from './refuse-second-connections.ts';

it('FAIR-44: code of the service that asks for a second connection inside a transaction fails', async () => {
  const { url, drop } = await createTestDatabase();
  const watch = refuseSecondConnections();
  const database = openDatabase(url, () => {}, { watch });
  const { sql } = database;
  const lane = { company: 'a' };
  const ask = async (second: () => Promise<unknown>) =>
    watch
      .watched(() => sql.transaction(second))
      .then(
        () => 'answered',
        (error: Error) => String(error.cause ?? error),
      );
  for (const other of [sql, database.reads(lane), database.writes(lane)]) {
    expect(await ask(() => other.execute('select 1'))).toContain('a second connection');
    expect(await ask(() => other.transaction(async () => {}))).toContain('a second connection');
  }

  const after = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  const work = async () => {
    late = after.promise.then(() => sql.execute('select 1'));
  };
  expect(await ask(work)).toBe('answered');
  after.resolve();
  await expect(late).resolves.toBeDefined();
  await database.close();
  await drop();
});

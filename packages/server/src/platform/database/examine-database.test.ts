import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { EXAMINATIONS } from '../../nouns.ts';
import { openMeasuredShop } from '../../testing/measured-shop.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { examineDatabase } from './examine-database.ts';

it('FAIR-61: `comporta check` lists the experiments that archived toggles have, which is no reason not to start', async () => {
  const { url, drop } = await createTestDatabase();
  const server = await startTestServer({ DATABASE_URL: url });
  const { experiment } = await openMeasuredShop(server);
  const listed = {
    what: expect.stringContaining(`archived toggle "${experiment.toggleName}": application "`),
  };
  expect(await examineDatabase(url, EXAMINATIONS)).not.toContainEqual(listed);
  await server.database.sql.execute(sql`update toggles set archived = true`);
  expect(await examineDatabase(url, EXAMINATIONS)).toContainEqual(listed);
  await server.close();
  await drop();
});

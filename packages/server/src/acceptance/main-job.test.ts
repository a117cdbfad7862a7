import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { doMainJob, summaryOf } from './main-job.ts';

const report = (line: string) => process.stdout.write(`    ${line}\n`);

it('does everything the product is for, from an empty folder', async () => {
  await doMainJob({ report });
});

it('does it on two nodes with one database, and each change is seen on both', async () => {
  const database = await createTestDatabase();
  const delaysMs = await doMainJob({ databaseUrl: database.url, report });
  // The aim is 100; a machine that runs tests is busy.
  report(`from acknowledged to answered by the other node: ${summaryOf(delaysMs)}`);
  expect(delaysMs).not.toEqual([]);
  await database.drop();
});

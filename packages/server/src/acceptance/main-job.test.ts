import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { doMainJob, summaryOf } from './main-job.ts';

const report = (line: string) => process.stdout.write(`    ${line}\n`);

it('the main job of the product works on one node, from an empty folder', async () => {
  await doMainJob({ report });
});

it('the main job works on two nodes with one database, and each change is seen on both', async () => {
  const database = await createTestDatabase();
  const delaysMs = await doMainJob({ databaseUrl: database.url, report });
  // The goal is 100 ms; it is not asserted, because a machine that runs tests is busy.
  report(`from acknowledged to answered by the other node: ${summaryOf(delaysMs)}`);
  expect(delaysMs).not.toEqual([]);
  await database.drop();
});

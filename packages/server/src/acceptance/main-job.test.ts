import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { doMainJob, summaryOf } from './main-job.ts';

/** The aim is 100; machines that run tests are busy. */
const SEEN_WITHIN_MS = 1_000;

const report = (line: string) => process.stdout.write(`    ${line}\n`);

it('does everything the product is for, from an empty folder', async () => {
  await doMainJob({ report });
}, 60_000);

it('does it on two nodes with one database, and each change is seen on both', async () => {
  const database = await createTestDatabase();
  const delaysMs = await doMainJob({ databaseUrl: database.url, report });
  report(`from acknowledged to answered by the other node: ${summaryOf(delaysMs)}`);
  expect(Math.max(...delaysMs)).toBeLessThan(SEEN_WITHIN_MS);
  await database.drop();
}, 60_000);

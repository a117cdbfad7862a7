import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { accounts } from '../tables/accounts.ts';
import { applications } from '../tables/applications.ts';
import { deliveries } from '../tables/deliveries.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import {
  findDelivery,
  findDueApplications,
  saveOutcome,
  takeDueDelivery,
} from './delivery-repository.ts';
import { textOf } from './delivery-text.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, () => {});
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
afterEach(() => {
  vi.useRealTimers();
});

const MINUTE_MS = 60_000;
const NOTHING_TAKEN = { taken: [], limit: 1, ofCompany: 1 };

it('no other node takes a delivery that one is sending, even when their clocks differ by minutes', async () => {
  const { sql } = database;
  const [id, applicationId] = [newId(), newId()];
  const nextAttemptAt = new Date(Date.now() - 60 * MINUTE_MS);
  await sql.insert(deliveries).values({ id, applicationId, nextAttemptAt });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 6 * MINUTE_MS });
  expect(await takeDueDelivery(sql, applicationId)).toMatchObject({ id, attempts: 1 });
  vi.useRealTimers();
  expect(await findDueApplications(sql, NOTHING_TAKEN)).toEqual([]);
  expect(await takeDueDelivery(sql, applicationId)).toBeUndefined();
  const failed = { deliveredAt: null, lastStatus: 500, lastError: 'HTTP_STATUS' } as const;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * MINUTE_MS });
  await saveOutcome(sql, id, { ...failed, pauseMs: MINUTE_MS });
  expect(await takeDueDelivery(sql, applicationId)).toBeUndefined();
  await saveOutcome(sql, id, { ...failed, pauseMs: 0 });
  expect(await takeDueDelivery(sql, applicationId)).toMatchObject({ id, attempts: 2 });
});

it('T20: news of a kind that only a newer release knows waits for it, and is listed with a general sentence', async () => {
  const { sql } = database;
  const [id, applicationId] = [newId(), newId()];
  const news = { kind: 'NOVELTY_ENDED', toggle: 'checkout', environment: 'Production' } as never;
  await sql.insert(deliveries).values({ id, applicationId, news, dueAt: new Date(0) });
  expect(await findDueApplications(sql, NOTHING_TAKEN)).toEqual([]);
  expect(await takeDueDelivery(sql, applicationId)).toBeUndefined();
  const listed = await findDelivery(sql, applicationId, id);
  expect(listed && textOf(listed, 'en').headline).toBe(
    'checkout in Production: there is news of the results.',
  );
});

it('first come companies of which the fewest are taken, and none has more than it may', async () => {
  const { sql } = database;
  const due = async (accountId: string, count: number) => {
    await sql.insert(accounts).values({ id: accountId, name: accountId, plan: 'ON_PREMISE' });
    const ids = Array.from({ length: count }, newId);
    for (const id of ids) {
      await sql.insert(applications).values({
        ...{ id, accountId, name: id, savedBy: 'Ana' },
        ...{ webhookSecret: '', notificationLanguage: 'en' },
      });
      await sql
        .insert(deliveries)
        .values({ id: newId(), applicationId: id, nextAttemptAt: new Date(0) });
    }
    return ids.map((id) => ({ id, company: accountId }));
  };
  const [many, one] = [await due(newId(), 20), await due(newId(), 1)];
  const taken = many.slice(0, 3);
  const found = await findDueApplications(sql, { taken, limit: 32, ofCompany: 8 });
  expect(found[0]).toEqual(one[0]);
  expect(found).toHaveLength(1 + 8 - 3);
  expect(many.slice(3)).toEqual(expect.arrayContaining(found.slice(1)));
  expect(await findDueApplications(sql, { taken, limit: 1, ofCompany: 8 })).toEqual(one);
});

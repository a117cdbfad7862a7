import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { exposures } from '../tables/events.ts';
import { experiments } from '../tables/experiments.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcilePhases } from './reconcile-phases.ts';

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

/** Saves a split in the way of a release that does not know phases. */
async function saveAsBefore(split: Record<string, number>): Promise<Date> {
  const rules = shop.experiment.rules.map(({ order: _, ...rule }) => ({
    ...rule,
    valueSpec: { type: 'SPLIT', split } as const,
  }));
  const savedAt = new Date();
  await server.database.sql
    .update(experiments)
    .set({ rules, savedAt, version: raw`${experiments.version} + 1` })
    .where(eq(experiments.id, shop.experiment.id));
  return savedAt;
}

it('RES-16: a save by a release without phases ends the phase at the time of the save', async () => {
  await shop.start();
  const savedAt = await saveAsBefore({ disabled: 10, enabled: 90 });
  await reconcilePhases(server.database.sql);
  const { analysis } = await shop.results();
  expect(analysis.phases).toMatchObject([
    { ended: 'WEIGHTS', endedAt: savedAt.toISOString() },
    { reason: 'WEIGHTS', startedAt: savedAt.toISOString() },
  ]);
  await reconcilePhases(server.database.sql);
  expect((await shop.results()).analysis.phases).toHaveLength(2);
});

it('RES-17: users whose bucket changed its value are stored and left out', async () => {
  await shop.start();
  const [rule] = shop.experiment.rules;
  const split = { type: 'SPLIT', split: { disabled: 10, enabled: 90 } };
  const { version } = await shop.saveRules([{ ...rule, valueSpec: split }]);
  expect(version).toBe(2);
  await shop.exposeAll(Array.from({ length: 100 }, (_, user) => `user-${user}`));
  await shop.count();
  const { phaseId, values, health } = await shop.results();
  const ofPhase = eq(exposures.phaseId, phaseId);
  expect(await server.database.sql.$count(exposures, ofPhase)).toBe(100);
  const counted = values.reduce((sum, { users }) => sum + users, 0);
  const carried = health.find(({ code }) => code === 'CARRIED')?.params;
  expect(carried).toEqual({ count: 100 - counted });
  expect(counted).toBeGreaterThan(30);
  expect(counted).toBeLessThan(85);
});

it('RES-17: another salt assigns all users anew, and leaves none out', async () => {
  const { id } = await shop.start();
  const { status } = await shop.call('POST', `/analyses/${id}/phases`, { rerandomise: true });
  expect(status).toBe(200);
  const { analysis, values } = await shop.results();
  expect(analysis.phases).toMatchObject([{ ended: 'REQUESTED' }, { reason: 'REQUESTED' }]);
  expect(analysis.phases).toHaveLength(2);
  expect(values.map(({ expected }) => expected)).toEqual([0.5, 0.5]);
  await shop.exposeAll(['ana', 'bob', 'eve']);
});

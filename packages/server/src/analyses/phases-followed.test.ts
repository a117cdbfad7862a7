import type { Results } from '@comporta/contract/analyses/results';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { phases } from '../tables/analyses.ts';
import { exposures } from '../tables/events.ts';
import { experiments } from '../tables/experiments.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { findAnalysisOf } from './analysis-repository.ts';
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

const USERS = Array.from({ length: 100 }, (_, user) => `user-${user}`);
const NEWCOMERS = Array.from({ length: 20 }, (_, user) => `newcomer-${user}`);

function saveSplit(disabled: number): Promise<Experiment> {
  const [rule] = shop.experiment.rules;
  const split = { disabled, enabled: 100 - disabled };
  return shop.saveRules([{ ...rule, valueSpec: { type: 'SPLIT', split } }]);
}

function countedIn({ values }: Results): number {
  return values.reduce((sum, { users }) => sum + users, 0);
}

/** How many users of two phases got another value in the second one. */
async function changedBetween(before: string, after: string): Promise<number> {
  const { rows } = await server.database.sql.execute<{ count: number }>(raw`
    select count(*)::int as count from exposures e join exposures f using (unit)
    where f.phase_id = ${before} and e.phase_id = ${after} and e.value_ix <> f.value_ix`);
  return rows[0]?.count ?? 0;
}

it('RES-101 RES-102 RSL-03: everyone who meets a phase counts; who had another value before is marked', async () => {
  await shop.start();
  await shop.exposeAll(USERS);
  await saveSplit(10);
  await shop.exposeAll([...USERS, ...NEWCOMERS]);
  await shop.count();
  const results = await shop.results();
  const [first, second] = results.analysis.phases;
  expect(second).toMatchObject({ reason: 'WEIGHTS', counts: 'EVERYONE' });
  expect(countedIn(results)).toBe(120);
  expect(results.values.map(({ expected }) => expected).sort()).toEqual([0.1, 0.9]);
  const changed = await changedBetween(first?.id ?? '', second?.id ?? '');
  expect(changed).toBeGreaterThan(20);
  expect(results.marked).toBe(changed);
  expect(results.health.map(({ code }) => code)).not.toContain('CARRIED');
});

it('RES-103: a phase of new users leaves out who was in an earlier one, whatever value they had; the next phase, too', async () => {
  const { id } = await shop.start();
  await shop.exposeAll(USERS);
  const asked = { newUsersOnly: true };
  expect((await shop.call('POST', `/analyses/${id}/phases`, asked)).status).toBe(200);
  await shop.exposeAll([...USERS, ...NEWCOMERS]);
  await shop.count();
  const results = await shop.results();
  expect(results.analysis.phases.at(-1)).toMatchObject({ counts: 'NEW_USERS' });
  expect(countedIn(results)).toBe(20);
  expect(results.marked).toBeUndefined();
  await saveSplit(30);
  await shop.exposeAll([...NEWCOMERS, 'eve']);
  await shop.count();
  const next = await shop.results();
  expect(next.analysis.phases.at(-1)).toMatchObject({ reason: 'WEIGHTS', counts: 'NEW_USERS' });
  expect(countedIn(next)).toBe(1);
  expect((await shop.call('POST', `/analyses/${id}/phases`, {})).status).toBe(200);
  await shop.exposeAll(NEWCOMERS);
  await shop.count();
  expect(countedIn(await shop.results())).toBe(20);
});

it('RES-104: a phase that the release before began leaves moved users out until the next phase', async () => {
  await shop.start();
  await saveSplit(10);
  const { phaseId: former } = await shop.results();
  // What a node of 0.2.0 stores with this split.
  const moved = [{ from: 1_000, to: 5_000 }];
  await server.database.sql.update(phases).set({ moved }).where(eq(phases.id, former));
  await shop.exposeAll(USERS);
  await shop.count();
  const results = await shop.results();
  expect(results.analysis.phases.at(-1)).toMatchObject({ counts: 'MOVED_LEFT_OUT' });
  expect(await server.database.sql.$count(exposures, eq(exposures.phaseId, former))).toBe(100);
  const counted = countedIn(results);
  expect(counted).toBeGreaterThan(30);
  expect(counted).toBeLessThan(85);
  expect(results.health).toContainEqual(
    expect.objectContaining({ code: 'CARRIED', level: 'AMBER', params: { count: 100 - counted } }),
  );
  await saveSplit(20);
  await shop.exposeAll(USERS);
  await shop.count();
  const next = await shop.results();
  expect(next.analysis.phases.at(-1)).toMatchObject({ counts: 'EVERYONE' });
  expect(countedIn(next)).toBe(100);
  expect(countedIn(await shop.results(`?phase=${former}`))).toBe(counted);
});

it('RES-120: a deleted toggle leaves its analysis, with its last name', async () => {
  const { id } = await shop.start();
  const { toggleId, toggleName } = shop.experiment;
  await shop.call('DELETE', '');
  const toggle = `/api/apps/${shop.application.id}/toggles/${toggleId}`;
  expect((await server.call('DELETE', toggle, { token: shop.admin.token })).status).toBe(204);
  const kept = await findAnalysisOf(server.database.sql, shop.application.id, id);
  expect(kept).toMatchObject({ toggleName, state: 'STOPPED', stopReason: 'EXPERIMENT_DELETED' });
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

import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Sql } from '../../platform/database/database.ts';
import { analyses, phases } from '../../tables/analyses.ts';
import { exposures } from '../../tables/events.ts';
import { type MeasuredShop, openMeasuredShop } from '../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { NewExposure } from '../event-store.ts';
import { appendBatch } from './append-repository.ts';

const HOUR_MS = 60 * 60_000;
const WAITS = { timeout: 30_000, interval: 20 };

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

/** Requests wait for each other, on a busy machine longer than the statement timeout: a 503 is retried. */
async function erase(uid: string) {
  const path = `/api/apps/${shop.application.id}/envs/${shop.environmentId}/units/erase`;
  const ask = () =>
    server.call<{ count: number }>('POST', path, { token: shop.admin.token, body: { uid } });
  let answer = await ask();
  while (answer.status === 503) answer = await ask();
  return answer;
}

/** Opens phases of one analysis with the same users exposed in each; answers their ids in order. */
async function openPhases(count: number, uids: readonly string[]): Promise<string[]> {
  const { id } = await shop.start();
  for (let phase = 1; phase < count; phase += 1) {
    await shop.exposeAll(uids);
    await shop.call('POST', `/analyses/${id}/phases`, {});
  }
  await shop.exposeAll(uids);
  const rows = await server.database.sql
    .select({ id: phases.id })
    .from(phases)
    .innerJoin(analyses, eq(analyses.id, phases.analysisId))
    .where(eq(analyses.id, id))
    .orderBy(phases.id);
  return rows.map((row) => row.id);
}

/** Waits until an erasure waits for a lock: that of counting, or the exposures, for which counting may wait, too. */
async function somebodyErases(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await server.database.sql.execute(raw`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and (query like '%pg_advisory_xact_lock%' or query like '%with erased as%')`);
    expect(rows).not.toHaveLength(0);
  }, WAITS);
}

it('RES-34: erasing a user waits for a transaction that stores their exposures in several phases, without a deadlock', async () => {
  const [first = '', last = ''] = await openPhases(2, ['ana']);
  const { sql } = server.database;
  // After a while, the rows of phases are stored in no order; this makes it so.
  await sql.execute(raw`update phases set number = number + 10 where id = ${first}`);
  const [known] = await sql.select().from(exposures).where(eq(exposures.phaseId, first));
  if (known === undefined) throw new Error('ana was exposed');
  const earlier = (phaseId: string): NewExposure => ({
    ...known,
    phaseId,
    environmentId: shop.environmentId,
    at: new Date(known.firstAt.getTime() - HOUR_MS),
  });
  let erased: ReturnType<typeof erase> | undefined;
  await sql.transaction(async (inside: Sql) => {
    await appendBatch(inside, { exposures: [earlier(first)], events: [] });
    erased = erase('ana');
    await somebodyErases();
    await appendBatch(inside, { exposures: [earlier(last)], events: [] });
  });
  expect(await erased).toMatchObject({ status: 200, body: { count: 2 } });
});

it('RES-34: several users are erased from several phases at once, during counting, and none of them is counted', async () => {
  const uids = Array.from({ length: 8 }, (_, index) => `user-${index}`);
  await openPhases(3, [...uids, 'kept']);
  await shop.track([...uids, 'kept']);
  const counting = shop.count();
  const answers = await Promise.all(uids.map((uid) => erase(uid)));
  await Promise.all([counting, shop.count()]);
  expect(answers.map(({ status }) => status)).toEqual(uids.map(() => 200));
  expect(answers.map(({ body }) => body.count)).toEqual(uids.map(() => 4));
  const { analysis } = await shop.results();
  for (const { id } of analysis.phases) {
    const { values } = await shop.results(`?phase=${id}`);
    expect(values.reduce((sum, { users }) => sum + users, 0)).toBe(1);
  }
});

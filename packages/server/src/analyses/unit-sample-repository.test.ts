import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findEventKeys } from '../event-store/ingest/event-key-repository.ts';
import { openPostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { createMetric } from '../testing/builders.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openHistory } from './history.ts';
import { readPlanning } from './planning-repository.ts';
import { findMeasurable, type Measurable } from './references-repository.ts';

const USERS = 400;
const MOST_READ = 100;

let server: TestServer;
let shop: MeasuredShop;
let measurable: Measurable;

/** Users with evenly spaced units, who buy once: the lowest quarter for 10, all others for 1,000. */
beforeAll(async () => {
  server = await startTestServer();
  shop = await openMeasuredShop(server);
  const { application, environmentId, experiment } = shop;
  const { sql } = server.database;
  const cap = { type: 'PERCENTILE', value: 100 } as const;
  await createMetric(server, application.id, 'revenue', { kind: 'MEAN', cap });
  const keys = await findEventKeys(sql, { applicationId: application.id, isTrusted: true }, [
    'purchase',
  ]);
  await sql.execute(raw`select make_event_day((now() at time zone 'UTC')::date)`);
  await sql.execute(raw`
    insert into metric_events
      (environment_id, event_id, unit, at, value, day, event_key_id, trusted, skewed)
    select ${environmentId}::uuid, gen_random_uuid(),
      (lpad(to_hex((n * (2::bigint ^ 32) / ${USERS}::int)::bigint), 8, '0') || repeat('0', 24))::uuid,
      now(), case when n < ${MOST_READ}::int then 10 else 1000 end, (now() at time zone 'UTC')::date,
      ${keys.get('purchase')?.id ?? 0}::int, true, false
    from generate_series(0, ${USERS - 1}::int) as n`);
  await sql.execute(raw`
    insert into event_counters (environment_id, hour, kind, code, count)
    values (${environmentId}, date_trunc('hour', now()), 'EVENT', 'purchase', ${USERS})`);
  const place = { applicationId: application.id, environmentId };
  const found = await findMeasurable(sql, place, experiment.id);
  if (found === undefined) throw new Error('nothing to measure');
  measurable = found;
});
afterAll(() => server.close());

function look() {
  const { sql } = server.database;
  return { sql, store: openPostgresEventStore(sql) };
}

it('RES-74: with very many events, a sample of the users gives the expected levels of all', async () => {
  const { application, environmentId, experiment } = shop;
  const place = {
    applicationId: application.id,
    environmentId,
    experimentId: experiment.id,
    ruleId: undefined,
  };
  const levelsOf = async (mostRead?: number) => {
    const asked = { ...place, ...(mostRead !== undefined && { mostRead }) };
    const planning = await readPlanning(look(), asked, measurable);
    const { id } = measurable.metrics.find(({ key }) => key === 'revenue') ?? {};
    const revenue = planning.metrics.find(({ metricId }) => metricId === id);
    return { usersPerDay: planning.usersPerDay, users: revenue?.users, level: revenue?.level };
  };
  expect(await levelsOf()).toEqual({ usersPerDay: USERS, users: USERS, level: 752.5 });
  expect(await levelsOf(MOST_READ)).toEqual({ usersPerDay: USERS, users: USERS, level: 10 });
});

it('RES-18, RES-52: with very many events, a cap and whether to adjust follow from a sample of the users', async () => {
  const place = { appId: shop.application.id, envId: shop.environmentId };
  const metric = measurable.metrics.find(({ key }) => key === 'revenue');
  if (metric === undefined) throw new Error('no metric');
  expect(await openHistory(look(), place)(metric)).toEqual({ isAdjusted: true, capAt: 1_000 });
  expect(await openHistory(look(), place, MOST_READ)(metric)).toEqual({
    isAdjusted: true,
    capAt: 10,
  });
});

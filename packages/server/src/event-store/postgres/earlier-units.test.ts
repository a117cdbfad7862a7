import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { markEarlierUnits } from './earlier-units-repository.ts';
import type { UnitList } from './figures-repository.ts';

const UNITS = 20_000;
const COUNTED_AT_ONCE = 7_000;

let cluster: TestDatabase;
let database: Database;
beforeAll(async () => {
  cluster = await createTestDatabase();
  database = openDatabase(cluster.url, () => {});
});
afterAll(async () => {
  await database.close();
  await cluster.drop();
});

function phaseId(number: number): string {
  return `00000000-0000-4000-8000-00000000000${number}`;
}

/** Of each ten units, one gets the same value in all phases, and the others another one in each. */
function expose(from: number, to: number) {
  return database.sql.execute(raw`
    insert into exposures (phase_id, unit, first_at, bucket, value_ix, carried)
    select (${phaseId(0).slice(0, -1)} || phase)::uuid, md5(unit::text)::uuid, now(), unit % 10000,
      case when unit % 10 = 0 then 0 else (unit + phase) % 2 end, false
    from generate_series(${from}::int, ${to}::int) phase, generate_series(1, ${UNITS}::int) unit`);
}

it('RES-102: units of a phase that no statistics know yet are noted, as in a large database that is seldom analysed', async () => {
  const { sql } = database;
  await sql.execute(raw`alter table exposures set (autovacuum_enabled = false)`);
  await expose(1, 3);
  await sql.execute(raw`analyze exposures`);
  await expose(4, 4);
  const { rows } = await sql.execute<{ units: UnitList }>(raw`
    select array_agg(md5(unit::text)::uuid)::text as units
    from generate_series(1, ${COUNTED_AT_ONCE}::int) unit`);
  const phase = {
    id: phaseId(4),
    earlier: [1, 2, 3].map((number) => ({ id: phaseId(number), valueIxs: [0, 1] })),
    newUsersOnly: false,
  };
  // A statement may take eight seconds; comparing all with all took minutes.
  await markEarlierUnits(sql, phase, rows[0]?.units ?? '{}');
  const marked = await sql.execute<{ phase: string; count: number }>(raw`
    select right(phase_id::text, 1) as phase, count(*)::int from exposures where marked group by phase_id`);
  expect(marked.rows).toEqual([{ phase: '4', count: COUNTED_AT_ONCE * 0.9 }]);
});

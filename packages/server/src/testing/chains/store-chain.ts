import { sql } from 'drizzle-orm';
import { newId } from '../../platform/base/ids.ts';
import type { TestServer } from '../test-server.ts';

const ENABLED = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const EVERYONE = { type: 'ALL_USERS', valueSpec: ENABLED };

/** Stores toggles in a row, each of which depends on the next, without the checks of a save. Returns their ids. */
export async function storeChain(
  server: TestServer,
  {
    applicationId,
    environmentId,
    length,
  }: { readonly applicationId: string; readonly environmentId: string; readonly length: number },
): Promise<readonly string[]> {
  const ids = Array.from({ length }, newId);
  const { sql: database } = server.database;
  const toggles = sql`unnest(${sql.param(ids)}::uuid[]) with ordinality as row (id, place)`;
  await database.execute(sql`
    insert into toggles (id, application_id, name, description, values, default_value, value_type, saved_by)
    select id, ${applicationId}, 'row ' || id, '', '["enabled","disabled"]', 'disabled', 'STRING', 'Ana' from ${toggles}`);
  // Without statistics, each check of a foreign key would read all toggles.
  await database.execute(sql`analyze toggles`);
  await database.execute(sql`
    insert into experiments (id, application_id, environment_id, toggle_id, status, salt, buckets, rules, saved_by)
    select gen_random_uuid(), ${applicationId}, ${environmentId}, id, 'ACTIVE', 's', 10000, jsonb_build_array(
        jsonb_build_object('id', gen_random_uuid(), 'type', 'TOGGLE_DEPENDENCY',
          'toggleDependencyRule', jsonb_build_object('toggleId', next, 'value', 'enabled'),
          'valueSpec', ${JSON.stringify(ENABLED)}::jsonb),
        ${JSON.stringify(EVERYONE)}::jsonb || jsonb_build_object('id', gen_random_uuid())), 'Ana'
    from (select id, lead(id) over (order by place) as next from ${toggles}) as chain where next is not null`);
  await database.execute(sql`analyze experiments`);
  await database.execute(sql`
    insert into experiment_dependencies (experiment_id, toggle_id, application_id)
    select id, (rules -> 0 -> 'toggleDependencyRule' ->> 'toggleId')::uuid, application_id from experiments
    where environment_id = ${environmentId} and toggle_id = any(${sql.param(ids)}::uuid[])`);
  return ids;
}

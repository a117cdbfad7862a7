import type { Usage } from '@comporta/contract/usage';
import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';

const NAMES_LIST = raw.raw(`? (@.expression == "IN_LIST" || @.expression == "NOT_IN_LIST")`);
const CONDITIONS = raw`'$[*] ${NAMES_LIST}'`;
const RULES = [
  raw`'$[*].propertyRule ${NAMES_LIST}'`,
  raw`'$[*].combinedRule.conditions[*].propertyRule ${NAMES_LIST}'`,
];

/** Which conditions of the application's groups and rules name which lists. */
function namedIn(applicationId: string) {
  const ofRules = RULES.map(
    (path) => raw`
      select named->>'term' as list, null::uuid as group_id, id as experiment_id
      from experiments, jsonb_path_query(rules, ${path}) as named
      where application_id = ${applicationId}`,
  );
  return raw`
    select named->>'term' as list, id as group_id, null::uuid as experiment_id
    from target_groups, jsonb_path_query(conditions, ${CONDITIONS}) as named
    where application_id = ${applicationId}
    union ${raw.join(ofRules, raw` union `)}`;
}

/** The uses of an application's lists, by the id of the list: first target groups, then experiments, each by name. */
export async function usesByList(
  sql: Sql,
  applicationId: string,
): Promise<ReadonlyMap<string, readonly Usage[]>> {
  const { rows } = await sql.execute<Usage & { list: string; envId: string | null }>(raw`
    select list, case when g.id is null then 'experiment' else 'targetGroup' end as type,
      coalesce(g.id, x.id) as id, coalesce(g.name, t.name) as name, x.environment_id as "envId"
    from (${namedIn(applicationId)}) as named
    left join target_groups g on g.id = group_id
    left join experiments x on x.id = experiment_id left join toggles t on t.id = x.toggle_id
    order by type desc, lower(coalesce(g.name, t.name)) collate "und-x-icu", x.environment_id`);
  const uses = rows.map(({ list, envId, ...use }) => ({
    list,
    use: { ...use, ...(envId !== null && { envId }) },
  }));
  return new Map(
    [...Map.groupBy(uses, ({ list }) => list)].map(([list, of]) => [
      list,
      of.map(({ use }) => use),
    ]),
  );
}

/** The environments with an experiment that asks for a list, also through a group. */
export async function environmentsOfLists(sql: Sql, applicationId: string) {
  const { rows } = await sql.execute<{ thing: string; environment: string }>(raw`
    with named as (${namedIn(applicationId)})
    select list as thing, environment_id as environment
    from named join experiments on id = experiment_id
    union select list, environment_id from named
      join experiment_target_groups used on used.target_group_id = named.group_id
      join experiments on experiments.id = used.experiment_id`);
  return rows;
}

import type { StoredRule } from '@comporta/contract/experiments/rule';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import { and, eq, max, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { IS_CURRENT, OUTCOME_COLUMNS } from '../tables/experiments/outcome-columns.ts';
import { experiments } from '../tables/experiments.ts';
import {
  type ByEnvironment,
  byEnvironment,
  type OfEnvironment,
  type Row,
  textOf,
} from './facts-repository.ts';

/** What rules say of everybody: the one value that active rules give, or, where that is not stored, the rules. */
export interface ToldByRules {
  readonly status: ExperimentStatus;
  readonly savedAt: string;
  readonly value: string | null;
  readonly rules: readonly StoredRule[] | null;
}

/** What is told by rules, by environment and toggle; null of active rules that decide by who asks. */
export async function readRules(
  sql: Sql,
  applicationId: string,
): Promise<ByEnvironment<ToldByRules | null>> {
  const { environmentId, toggleId, status, savedAt } = experiments;
  const { outcome, rules } = OUTCOME_COLUMNS;
  const found = raw`(${outcome}) -> 'outcome'`;
  const { rows } = await sql.execute<Row<OfEnvironment<ToldByRules | null>>>(raw`
    select ${environmentId} as id, json_object_agg(${toggleId}, case
      when not (${status} = 'ACTIVE' and ${IS_CURRENT} and ${experiments.outcome} #>> '{outcome,type}' <> 'EVERYONE')
      then json_build_object('status', ${status}, 'savedAt', ${textOf(savedAt)}, 'value', ${found} ->> 'value', 'rules', ${rules})
    end) as toggles
    from ${experiments} where ${experiments.applicationId} = ${applicationId} group by ${environmentId}`);
  return byEnvironment(rows);
}

/** When an experiment of a toggle, which is named here, was last deleted in an environment. */
export function readDeletions(sql: Sql, applicationId: string) {
  const { environmentId, entityName, at } = auditEntries;
  return sql
    .select({ environmentId, toggle: entityName, at: textOf(max(at)) })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.applicationId, applicationId),
        eq(auditEntries.action, 'DELETED'),
        eq(auditEntries.entityType, 'experiment'),
      ),
    )
    .groupBy(environmentId, entityName);
}

/**
 * Since when the toggles have had their default value: other saves, such as a snooze, do not count. Versions that are not
 * kept any more are taken for other values.
 */
export async function readDefaultsSince(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.execute<{ id: string; since: string }>(raw`
    select id, ${textOf(raw`since`)} as since from (
      select t.id, coalesce(
        (select min(same.saved_at) from toggle_versions same
          where same.id = t.id and same.version > coalesce(
            (select max(other.version) from toggle_versions other
              where other.id = t.id and other.body ->> 'defaultValue' <> t.default_value), 0)),
        t.saved_at) as since
      from toggles t where t.id = any(${raw.param([...ids])}::uuid[])
    ) as found`);
  return new Map(rows.map(({ id, since }) => [id, since]));
}

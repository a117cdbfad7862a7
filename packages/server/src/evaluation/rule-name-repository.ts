import { and, eq, sql as raw } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { experiments } from '../tables/experiments.ts';

/** The names of the rules of an environment, by the rules' ids; snapshots do not have them. */
export async function readRuleNames(
  sql: Sql,
  environmentId: string,
  toggleId: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (toggleId !== undefined && !isId(toggleId)) return new Map();
  const rows = await sql
    .select({
      names: raw<Readonly<Record<string, string>>>`(
        select jsonb_object_agg(rule ->> 'id', rule ->> 'name')
        from jsonb_array_elements(${experiments.rules}) as rule
        where rule ? 'name'
      )`,
    })
    .from(experiments)
    .where(
      and(
        eq(experiments.environmentId, environmentId),
        toggleId === undefined ? undefined : eq(experiments.toggleId, toggleId),
        raw`${experiments.rules} @? '$[*].name'`,
      ),
    );
  return new Map(rows.flatMap(({ names }) => Object.entries(names)));
}

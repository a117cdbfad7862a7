import { asc, inArray } from 'drizzle-orm';
import { environments } from '../../tables/applications.ts';
import type { Sql } from '../database/database.ts';

/** Names by id, in the order of the environments. */
export type EnvironmentNames = ReadonlyMap<string, string>;

/** The names of environments that audit entries name by id. Those that were removed since have none. */
export async function readEnvironmentNames(
  sql: Sql,
  ids: readonly string[],
): Promise<EnvironmentNames> {
  if (ids.length === 0) return new Map();
  const rows = await sql
    .select({ id: environments.id, name: environments.name })
    .from(environments)
    .where(inArray(environments.id, [...new Set(ids)]))
    .orderBy(asc(environments.position));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function namesOf(names: EnvironmentNames, ids: readonly string[] | null): string[] {
  const touched = new Set(ids);
  return [...names].filter(([id]) => touched.has(id)).map(([, name]) => name);
}

import { and, eq, inArray } from 'drizzle-orm';
import { properties } from '../../tables/properties.ts';
import type { Sql } from '../database/database.ts';
import { withNamesOfDeleted } from './names-of-deleted.ts';

/**
 * The keys of an application's properties, by their ids. For a deleted property it is the last key in the audit log, as
 * long as the log has it, because the plan of an analysis still names it. Source: RES-13.
 */
export async function readPropertyKeys(
  sql: Sql,
  applicationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql
    .select({ id: properties.id, key: properties.key })
    .from(properties)
    .where(and(eq(properties.applicationId, applicationId), inArray(properties.id, [...ids])));
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  const gone = ids.filter((id) => !keys.has(id)).map((id) => ({ type: 'property' as const, id }));
  for (const { id, name } of await withNamesOfDeleted(sql, applicationId, gone)) {
    if (name !== null) keys.set(id, name);
  }
  return keys;
}

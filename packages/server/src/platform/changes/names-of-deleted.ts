import type { Missing } from '@comporta/contract/saved-version';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { auditEntries } from '../../tables/audit-entries.ts';
import { isId } from '../base/ids.ts';
import type { Sql } from '../database/database.ts';

/** Adds to deleted entities of an application the last names in the audit log; null when the log has none. */
export async function withNamesOfDeleted(
  sql: Sql,
  applicationId: string,
  gone: readonly Omit<Missing, 'name'>[],
): Promise<Missing[]> {
  const ids = gone.map(({ id }) => id).filter(isId);
  if (ids.length === 0) return gone.map((thing) => ({ ...thing, name: null }));
  const { entityId, entityName, sequence } = auditEntries;
  const named = await sql
    .selectDistinctOn([entityId], { id: entityId, name: entityName })
    .from(auditEntries)
    .where(and(inArray(entityId, ids), eq(auditEntries.applicationId, applicationId)))
    .orderBy(entityId, desc(sequence));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return gone.map((thing) => ({ ...thing, name: names.get(thing.id) ?? null }));
}

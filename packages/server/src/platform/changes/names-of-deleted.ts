import type { Missing } from '@comporta/contract/saved-version';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { auditEntries } from '../../tables/audit-entries.ts';
import { isId } from '../base/ids.ts';
import { Rejection } from '../base/rejection.ts';
import type { Sql } from '../database/database.ts';

type Gone = Omit<Missing, 'name'>;

/** Adds to deleted entities of an application the last names in the audit log; null when the log has none. */
export async function withNamesOfDeleted(
  sql: Sql,
  applicationId: string,
  gone: readonly Gone[],
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

/** Lets a refusal of `save` say what the saved thing names and the application no longer has. */
export async function namingMissing<Saved>(
  { sql, application }: { readonly sql: Sql; readonly application: { readonly id: string } },
  gone: readonly Gone[],
  save: () => Promise<Saved>,
): Promise<Saved> {
  if (gone.length === 0) return save();
  const missing = await withNamesOfDeleted(sql, application.id, gone);
  return save().catch((error: unknown) => {
    if (!(error instanceof Rejection)) throw error;
    throw new Rejection(error.code, { ...error.meta, missing });
  });
}

interface Named {
  readonly type: Missing['type'];
  readonly table: PgTable & Readonly<Record<'id' | 'applicationId', PgColumn>>;
  /** What people know one by. */
  readonly name: PgColumn;
}

/**
 * The names of entities of an application by their ids. For a deleted one it is the last name in the audit log, as long
 * as the log has it.
 */
export async function readNames(
  sql: Sql,
  { type, table, name }: Named,
  { applicationId, ids }: { readonly applicationId: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql
    .select({ id: table.id, name })
    .from(table as PgTable)
    .where(and(eq(table.applicationId, applicationId), inArray(table.id, [...ids])));
  const names = new Map(rows.map((row) => [String(row.id), String(row.name)]));
  const gone = ids.filter((id) => !names.has(id)).map((id) => ({ type, id }));
  for (const { id, name: last } of await withNamesOfDeleted(sql, applicationId, gone)) {
    if (last !== null) names.set(id, last);
  }
  return names;
}

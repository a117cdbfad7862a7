import { and, asc, eq, inArray } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { applications } from '../tables/applications.ts';
import type { StoredProvider } from './provider-repository.ts';

/**
 * The applications that groups are mapped to, and that still exist; they stay until the transaction ends. Call it before the
 * account is locked.
 */
export async function keepMappedApplications(
  sql: Sql,
  { accountId, mapping }: Pick<StoredProvider, 'accountId' | 'mapping'>,
  groups: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = mapping.filter(({ group }) => groups.includes(group));
  return keepApplications(
    sql,
    accountId,
    own.flatMap(({ apps }) => apps),
  );
}

/** Those of these that exist; they stay until the transaction ends. Call it before the account is locked. */
export async function keepApplications(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(ids)].filter(isId);
  if (wanted.length === 0) return new Set();
  const rows = await sql
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.accountId, accountId), inArray(applications.id, wanted)))
    .orderBy(asc(applications.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { type GrantedApplication, keepApplications } from './user-repository.ts';

/** The applications to grant. Rejects with UNKNOWN_APPLICATION when one does not exist or belongs to another account. */
export async function requireApplications(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<GrantedApplication[]> {
  if (ids.length === 0) return [];
  const known = await keepApplications(sql, accountId, ids);
  const unknown = ids.find((id) => !known.some((application) => application.id === id));
  if (unknown !== undefined)
    throw new Rejection('UNKNOWN_APPLICATION', { application_id: unknown, at: ['apps'] });
  return known;
}

import { and, eq, inArray } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { accountKeys, users } from '../tables/accounts.ts';
import { applications } from '../tables/applications.ts';

/** Of these people those who may approve in the application now. */
export async function findApprovers(
  sql: Sql,
  applicationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await sql
    .select({ id: users.id })
    .from(users)
    .innerJoin(applications, eq(applications.accountId, users.accountId))
    .where(
      and(
        eq(applications.id, applicationId),
        inArray(users.id, [...ids]),
        users.active,
        users.admin,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Who made these account keys, by their ids; null where it is not known. */
export async function readMakers(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await sql
    .select({ id: accountKeys.id, makerId: accountKeys.createdById })
    .from(accountKeys)
    .where(inArray(accountKeys.id, [...ids]));
  return new Map(rows.map(({ id, makerId }) => [id, makerId]));
}

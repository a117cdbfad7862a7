import { count, eq } from 'drizzle-orm';
import type { Sql } from '../platform/database.ts';
import { users } from '../tables/accounts.ts';
import { applications } from '../tables/applications.ts';
import { toggles } from '../tables/toggles.ts';

export function countApplications(sql: Sql, accountId: string): Promise<number> {
  return sql.$count(applications, eq(applications.accountId, accountId));
}

export async function countToggles(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql
    .select({ count: count() })
    .from(toggles)
    .innerJoin(applications, eq(applications.id, toggles.applicationId))
    .where(eq(applications.accountId, accountId));
  return row?.count ?? 0;
}

export function countUsers(sql: Sql, accountId: string): Promise<number> {
  return sql.$count(users, eq(users.accountId, accountId));
}

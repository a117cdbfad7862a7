import { count, eq } from 'drizzle-orm';
import { accountKeys, users } from '../../tables/accounts.ts';
import { applications } from '../../tables/applications.ts';
import { toggles } from '../../tables/toggles.ts';
import type { Sql } from '../database/database.ts';

/** The counts of an account that its plan may limit. The dashboard and the enforcement of limits share them. */

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

export function countAccountKeys(sql: Sql, accountId: string): Promise<number> {
  return sql.$count(accountKeys, eq(accountKeys.accountId, accountId));
}

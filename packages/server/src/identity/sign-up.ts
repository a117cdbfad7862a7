import { and } from 'drizzle-orm';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import { users } from '../tables/accounts.ts';

/** Whether anybody may sign up now. */
export async function isSignUpOpen(sql: Sql, signup: Config['signup']): Promise<boolean> {
  return signup === 'open' || (await isFirstRun(sql, signup));
}

/**
 * Whether no administrator has set a password yet, so that a sign-up creates the first account. Always false for a
 * service with SIGNUP=closed, which does not reveal it. Source: T06.
 */
export async function isFirstRun(sql: Sql, signup: Config['signup']): Promise<boolean> {
  if (signup === 'closed') return false;
  const [admin] = await sql
    .select({ id: users.id })
    .from(users)
    .where(and(users.admin, users.active))
    .limit(1);
  return admin === undefined;
}

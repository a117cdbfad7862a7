import { eq } from 'drizzle-orm';
import { accounts, users } from '../../tables/accounts.ts';
import type { Sql } from './database.ts';

/**
 * Takes the account for writing: later writers wait, so what is counted next (plan limits, admins)
 * stays true until the transaction ends. Lock order is application, account, user, never the other way
 * round.
 */
export async function lockAccount(sql: Sql, accountId: string): Promise<void> {
  // Not FOR UPDATE: every insert that names the account by foreign key would wait as well.
  await sql
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
}

/** Takes a user for writing: the password, whether active, the links that can change either. */
export async function lockUser(sql: Sql, userId: string): Promise<void> {
  await sql.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

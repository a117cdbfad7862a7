import { eq } from 'drizzle-orm';
import { accounts, users } from '../../tables/accounts.ts';
import type { Sql } from './database.ts';

/**
 * Locks the account for writing. Later writers wait, so counts (plan limits, admins) stay valid until the transaction
 * ends. The lock order is application, account, user; any other order may deadlock.
 */
export async function lockAccount(sql: Sql, accountId: string): Promise<void> {
  // Not FOR UPDATE: it would also block every insert that refers to the account by foreign key.
  await sql
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
}

/** Locks a user for writing: the password, the active state, and the links that can change either. */
export async function lockUser(sql: Sql, userId: string): Promise<void> {
  await sql.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

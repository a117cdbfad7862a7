import { eq } from 'drizzle-orm';
import { accounts } from '../tables/accounts.ts';
import type { Sql } from './database.ts';

/**
 * Takes the account for writing: later writers wait, so what is counted next (plan limits, admins)
 * stays true until the transaction ends. Lock order is application before account, never the other
 * way round.
 */
export async function lockAccount(sql: Sql, accountId: string): Promise<void> {
  // Not FOR UPDATE: every insert that names the account by foreign key would wait as well.
  await sql
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
}

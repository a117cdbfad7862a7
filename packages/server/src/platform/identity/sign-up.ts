import { accounts } from '../../tables/accounts.ts';
import type { Config } from '../config/config.ts';
import type { Sql } from '../database/database.ts';

/** Whether somebody may sign up now; `first` is until there is an account. */
export async function isSignUpOpen(sql: Sql, signup: Config['signup']): Promise<boolean> {
  return signup === 'open' || (await isFirstRun(sql, signup));
}

/** Whether there is no account yet and a sign-up makes the first; a closed service tells nobody. */
export async function isFirstRun(sql: Sql, signup: Config['signup']): Promise<boolean> {
  if (signup === 'closed') return false;
  const [account] = await sql.select({ id: accounts.id }).from(accounts).limit(1);
  return account === undefined;
}

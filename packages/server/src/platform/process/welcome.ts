import { accounts } from '../../tables/accounts.ts';
import type { Config } from '../config/config.ts';
import type { Sql } from '../database/database.ts';

/** The one line that a person is told at the start: where to go next. */
export async function welcomeLine(sql: Sql, { publicUrl, signup }: Config): Promise<string> {
  const [account] = await sql.select({ id: accounts.id }).from(accounts).limit(1);
  return account === undefined && signup !== 'closed'
    ? `Comporta is ready. Create the first account at ${publicUrl}/signup`
    : `Comporta is ready at ${publicUrl}`;
}

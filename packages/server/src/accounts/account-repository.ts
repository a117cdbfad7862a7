import type { Language } from '@comporta/messages/languages';
import type { Sql } from '../platform/database/database.ts';
import { accounts, users } from '../tables/accounts.ts';

export async function insertAccount(
  sql: Sql,
  account: { readonly id: string; readonly name: string; readonly plan: string },
): Promise<void> {
  await sql.insert(accounts).values(account);
}

/** The admin stays inactive until they set a password. */
export async function insertFirstAdmin(
  sql: Sql,
  admin: {
    readonly id: string;
    readonly accountId: string;
    readonly name: string;
    readonly email: string;
    readonly language: Language;
  },
): Promise<void> {
  await sql.insert(users).values({ ...admin, admin: true, active: false, savedBy: admin.name });
}

import type { Language } from '@comporta/messages/languages';
import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { accounts, users } from '../tables/accounts.ts';

/** An arbitrary number: one sign-up at a time while only the first is allowed. */
const FIRST_SIGN_UP_LOCK = 4_281_908;

/** Whoever waits here sees, when let through, the account that the other one made. */
export async function waitForOtherSignUps(sql: Sql): Promise<void> {
  await sql.execute(raw`select pg_advisory_xact_lock(${FIRST_SIGN_UP_LOCK})`);
}

export async function insertAccount(
  sql: Sql,
  account: { readonly id: string; readonly name: string; readonly plan: string },
): Promise<void> {
  await sql.insert(accounts).values(account);
}

/** Inactive until the password is set. */
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

import type { RegionTag } from '@comporta/contract/keys/environment-key-api';
import { asc, count, eq, sql as raw } from 'drizzle-orm';
import { requireKnownTables } from '../platform/database/compatibility.ts';
import type { Sql } from '../platform/database/database.ts';
import { accounts, users } from '../tables/accounts.ts';
import { applications } from '../tables/applications.ts';

export interface ListedAccount {
  readonly name: string;
  readonly plan: string;
  /** Null: all of them. */
  readonly regions: readonly RegionTag[] | null;
  readonly admins: readonly string[];
  readonly applications: number;
}

/** All accounts of the service, for whoever runs it. */
export function listAccounts(sql: Sql): Promise<ListedAccount[]> {
  const admins = sql
    .select({
      emails: raw<string[]>`coalesce(array_agg(${users.email} order by ${users.email}), '{}')`,
    })
    .from(users)
    .where(raw`${users.accountId} = ${accounts.id} and ${users.admin}`);
  const owned = sql
    .select({ count: count() })
    .from(applications)
    .where(eq(applications.accountId, accounts.id));
  return sql
    .select({
      name: accounts.name,
      plan: accounts.plan,
      regions: accounts.regions,
      admins: raw<string[]>`(${admins})`,
      applications: raw<number>`(${owned})`.mapWith(Number),
    })
    .from(accounts)
    .orderBy(asc(accounts.createdAt));
}

/** Returns the name of the account; undefined, and has changed nothing, when nobody has that e-mail. */
export function savePlan(sql: Sql, email: string, plan: string): Promise<string | undefined> {
  return save(sql, email, { plan });
}

export function saveRegions(
  sql: Sql,
  email: string,
  regions: readonly RegionTag[] | null,
): Promise<string | undefined> {
  return save(sql, email, { regions });
}

function save(
  sql: Sql,
  email: string,
  change: Partial<Pick<typeof accounts.$inferInsert, 'plan' | 'regions'>>,
): Promise<string | undefined> {
  return sql.transaction(async (inside) => {
    await requireKnownTables(inside);
    const [account] = await inside
      .update(accounts)
      .set(change)
      .from(users)
      .where(raw`${users.accountId} = ${accounts.id} and ${users.email} = ${email.toLowerCase()}`)
      .returning({ name: accounts.name });
    return account?.name;
  });
}

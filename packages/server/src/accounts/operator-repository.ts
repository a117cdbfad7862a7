import { isDeepStrictEqual } from 'node:util';
import { normalizeEmail } from '@comporta/contract/email';
import type { RegionTag } from '@comporta/contract/keys/environment-key-api';
import type { Records } from '@comporta/contract/nouns/records';
import { asc, count, eq, inArray, sql as raw } from 'drizzle-orm';
import { recordAccountChange } from '../platform/changes/changes.ts';
import { requireKnownTables } from '../platform/database/compatibility.ts';
import type { Sql } from '../platform/database/database.ts';
import { accounts, users } from '../tables/accounts.ts';
import { applications } from '../tables/applications.ts';

export interface ListedAccount {
  readonly name: string;
  readonly plan: string;
  /** Null stands for all regions. */
  readonly regions: readonly RegionTag[] | null;
  readonly admins: readonly string[];
  readonly applications: number;
}

/** All accounts of the service, for its operator. */
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

/** Returns the name of the account. Returns undefined, and changes nothing, when no user has that e-mail. */
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

function save(sql: Sql, email: string, change: Partial<Settings>): Promise<string | undefined> {
  return sql.transaction(async (inside) => {
    await requireKnownTables(inside);
    const account = await lockAccountOf(inside, email);
    if (account === undefined) return undefined;
    const { id, name, ...before } = account;
    const after = { ...before, ...change };
    if (isDeepStrictEqual(before, after)) return name;
    await inside.update(accounts).set(change).where(eq(accounts.id, id));
    await recordAccountChange(
      inside,
      { kind: 'system', accountId: id },
      {
        action: 'EDITED',
        type: 'account',
        id,
        name,
        before: accountAudit(before),
        after: accountAudit(after),
      },
    );
    return name;
  });
}

interface Settings {
  readonly plan: string;
  readonly regions: readonly RegionTag[] | null;
}

async function lockAccountOf(sql: Sql, email: string) {
  const ids = sql
    .select({ id: users.accountId })
    .from(users)
    .where(eq(users.email, normalizeEmail(email)));
  const [account] = await sql
    .select({
      id: accounts.id,
      name: accounts.name,
      plan: accounts.plan,
      regions: accounts.regions,
    })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .for('update');
  return account;
}

function accountAudit({ plan, regions }: Settings): Records['account'] {
  return { plan, regions: regions ?? [] };
}

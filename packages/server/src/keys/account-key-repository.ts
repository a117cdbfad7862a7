import { and, asc, eq, isNull } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Limited } from '../platform/limits/enforce-plan-limit.ts';
import { accountKeys } from '../tables/accounts.ts';
import { tokens } from '../tables/identity.ts';

export const MAX_ACCOUNT_KEYS: Limited = {
  limit: 'MAX_ACCOUNT_KEYS',
  code: 'MAX_ACCOUNT_KEYS_REACHED',
  name: 'max-keys',
  // Service keys are in the same list, and count, too (IDN-52).
  count: async (sql, accountId) =>
    (await sql.$count(accountKeys, eq(accountKeys.accountId, accountId))) +
    (await sql.$count(tokens, and(eq(tokens.accountId, accountId), isNull(tokens.userId)))),
};

export function listAccountKeysOf(sql: Sql, accountId: string) {
  return sql
    .select({
      id: accountKeys.id,
      key: accountKeys.mask,
      createdBy: accountKeys.createdBy,
      createdAt: accountKeys.createdAt,
    })
    .from(accountKeys)
    .where(eq(accountKeys.accountId, accountId))
    .orderBy(asc(accountKeys.createdAt), asc(accountKeys.id));
}

export async function insertAccountKey(
  sql: Sql,
  key: typeof accountKeys.$inferInsert,
): Promise<void> {
  await sql.insert(accountKeys).values(key);
}

/** Returns the mask of the deleted key; undefined when the account has no such key. */
export async function deleteAccountKeyRow(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const [key] = await sql
    .delete(accountKeys)
    .where(and(eq(accountKeys.accountId, accountId), eq(accountKeys.id, id)))
    .returning({ mask: accountKeys.mask });
  return key?.mask;
}

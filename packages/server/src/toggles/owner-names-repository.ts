import { and, eq, inArray, or, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import type { ForgottenPerson } from '../platform/nouns/forgotten-person.ts';
import { auditEntries } from '../tables/audit-entries.ts';

/** Audit entries of toggles store the owner by name only, so a namesake in the account is renamed, too. */
export async function forgetOwner(
  sql: Sql,
  { accountId, names, pseudonym }: ForgottenPerson,
): Promise<void> {
  const { before, after } = auditEntries;
  const isOwned = (column: typeof before | typeof after) =>
    inArray(raw`${column} ->> 'owner'`, [...names]);
  const rename = (column: typeof before | typeof after) =>
    raw`case when ${isOwned(column)} then ${column} || jsonb_build_object('owner', ${pseudonym}::text) else ${column} end`;
  await sql
    .update(auditEntries)
    .set({ before: rename(before), after: rename(after) })
    .where(
      and(
        eq(auditEntries.accountId, accountId),
        eq(auditEntries.entityType, 'toggle'),
        or(isOwned(before), isOwned(after)),
      ),
    );
}

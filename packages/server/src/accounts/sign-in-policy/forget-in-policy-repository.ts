import { and, eq, or, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import type { ForgottenPerson } from '../../platform/nouns/forgotten-person.ts';
import { auditEntries } from '../../tables/audit-entries.ts';

/**
 * Entries about the sign-in policy name emergency users; by name only, so that a namesake in the account is renamed, too.
 * Source: IDN-70, T09.
 */
export async function forgetInPolicy(
  sql: Sql,
  { accountId, names, pseudonym }: ForgottenPerson,
): Promise<void> {
  const { before, after } = auditEntries;
  const known = raw`${raw.param([...names])}::text[]`;
  type Column = typeof before | typeof after;
  const areNamed = (column: Column) => raw`${column} -> 'emergencyUsers' ?| ${known}`;
  const rename = (column: Column) => raw`case when ${areNamed(column)}
    then jsonb_set(${column}, '{emergencyUsers}', (
      select jsonb_agg(case when name = any(${known}) then ${pseudonym} else name end)
      from jsonb_array_elements_text(${column} -> 'emergencyUsers') as name))
    else ${column} end`;
  await sql
    .update(auditEntries)
    .set({ before: rename(before), after: rename(after) })
    .where(
      and(
        eq(auditEntries.accountId, accountId),
        eq(auditEntries.entityType, 'signInPolicy'),
        or(areNamed(before), areNamed(after)),
      ),
    );
}

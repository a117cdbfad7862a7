import { and, eq, or, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import type { ForgottenPerson } from '../../platform/nouns/forgotten-person.ts';
import { auditEntries } from '../../tables/audit-entries.ts';

/**
 * Audit entries name the author of a request and who approved it or applied a step; by name only, so that a namesake in the
 * account is renamed, too. Source: SAF-83, T09.
 */
export async function forgetInEntries(
  sql: Sql,
  { accountId, names, pseudonym }: ForgottenPerson,
): Promise<void> {
  const { before, after, request, entityType } = auditEntries;
  const known = raw`${raw.param([...names])}::text[]`;
  type Column = typeof before | typeof after | typeof request;
  const isNamed = (column: Column, field: string) => raw`${column} ->> ${field} = any(${known})`;
  const areNamed = (column: Column, field: string) => raw`${column} -> ${field} ?| ${known}`;
  const rename = (column: Column, one: string, many: string) => raw`${column}
    || case when ${isNamed(column, one)} then jsonb_build_object(${one}::text, ${pseudonym}::text) else '{}' end
    || case when ${areNamed(column, many)} then jsonb_build_object(${many}::text, (
      select jsonb_agg(case when name = any(${known}) then ${pseudonym} else name end)
      from jsonb_array_elements_text(${column} -> ${many}) as name)) else '{}' end`;
  await sql
    .update(auditEntries)
    .set({ request: rename(request, 'by', 'approvers') })
    .where(
      and(
        eq(auditEntries.accountId, accountId),
        or(isNamed(request, 'by'), areNamed(request, 'approvers')),
      ),
    );
  await sql
    .update(auditEntries)
    .set({
      before: rename(before, 'author', 'approvedBy'),
      after: rename(after, 'author', 'approvedBy'),
    })
    .where(and(eq(auditEntries.accountId, accountId), eq(entityType, 'changeRequest')));
}

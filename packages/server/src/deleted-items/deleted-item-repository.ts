import type { EditType } from '@comporta/contract/change-requests/edit-type';
import type { DeletedItem } from '@comporta/contract/deleted-items/deleted-item';
import type { Page } from '@comporta/contract/paging';
import { and, asc, desc, eq, gt, inArray, lte, sql as raw, type SQL } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { deleteExpired } from '../platform/database/expired-rows.ts';
import type { ForgottenPerson } from '../platform/nouns/forgotten-person.ts';
import { applications } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { deletedItems } from '../tables/deleted-items.ts';

export type DeletedRow = typeof deletedItems.$inferSelect;

interface Listing {
  readonly applicationId: string;
  readonly keptDays: number;
  readonly type?: EditType | undefined;
  readonly q?: string | undefined;
}

/** Only the clock of the database decides what is too old: nodes may differ. */
const isKept = (days: number): SQL =>
  gt(deletedItems.createdAt, raw`now() - make_interval(days => ${days})`);

export async function listItems(
  sql: Sql,
  { applicationId, keptDays, type, q }: Listing,
  { page, size }: Page,
): Promise<{ readonly items: DeletedItem[]; readonly count: number }> {
  const which = and(
    eq(deletedItems.applicationId, applicationId),
    isKept(keptDays),
    type && eq(deletedItems.type, type),
    q ? raw`position(lower(${q}) in lower(${deletedItems.name})) > 0` : undefined,
  );
  const { id, name, environmentId, createdAt } = deletedItems;
  const rows = await sql
    .select({ id, type: deletedItems.type, name, envId: environmentId, createdAt })
    .from(deletedItems)
    .where(which)
    .orderBy(desc(createdAt), asc(name), asc(id))
    .limit(size)
    .offset((page - 1) * size);
  const actors = await readActors(sql, applicationId, rows);
  const items = rows.map(({ createdAt: at, ...row }) => ({
    ...row,
    deletedAt: at.toISOString(),
    deletedBy: actors.get(row.id) ?? null,
    restorableUntil: new Date(at.getTime() + keptDays * 24 * 60 * 60_000).toISOString(),
  }));
  return { items, count: await sql.$count(deletedItems, which) };
}

/** Who deleted the things: the newest entries say it. */
async function readActors(
  sql: Sql,
  applicationId: string,
  rows: readonly { readonly id: string }[],
) {
  if (rows.length === 0) return new Map<string, never>();
  const { entityId, action, sequence } = auditEntries;
  const ids = rows.map(({ id }) => id);
  const entries = await sql
    .selectDistinctOn([entityId], { id: entityId, actor: auditEntries.actor })
    .from(auditEntries)
    .where(
      and(
        inArray(entityId, ids),
        eq(auditEntries.applicationId, applicationId),
        eq(action, 'DELETED'),
      ),
    )
    .orderBy(entityId, desc(sequence));
  return new Map(
    entries.map(({ id, actor: { kind, id: by, name } }) => [id, { kind, id: by, name }]),
  );
}

/** Undefined when the application has none of this id, or has it no longer. */
export async function findItem(
  sql: Sql,
  { applicationId, keptDays }: Listing,
  id: string,
): Promise<DeletedRow | undefined> {
  if (!isId(id)) return undefined;
  const [item] = await sql
    .select()
    .from(deletedItems)
    .where(
      and(eq(deletedItems.applicationId, applicationId), eq(deletedItems.id, id), isKept(keptDays)),
    );
  return item;
}

export async function deleteItem(sql: Sql, id: string): Promise<void> {
  await sql.delete(deletedItems).where(eq(deletedItems.id, id));
}

/** Removes what can no longer be restored. */
export async function sweepItems(sql: Sql, keptDays: number): Promise<void> {
  const oldest = raw`now() - make_interval(days => ${keptDays})`;
  await deleteExpired(sql, deletedItems, lte(deletedItems.createdAt, oldest));
}

/** Renames who saved the deleted rows last; they are matched by name only, as in the tables that the rows were in. */
export async function forgetInItems(
  sql: Sql,
  { accountId, names, pseudonym }: ForgottenPerson,
): Promise<void> {
  const { body, applicationId } = deletedItems;
  const ofAccount = sql
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.accountId, accountId));
  await sql
    .update(deletedItems)
    .set({ body: raw`${body} || jsonb_build_object('saved_by', ${pseudonym}::text)` })
    .where(
      and(inArray(applicationId, ofAccount), inArray(raw`${body} ->> 'saved_by'`, [...names])),
    );
}

import { and, eq, inArray, sql as raw } from 'drizzle-orm';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Limited } from '../platform/limits/enforce-plan-limit.ts';
import { applications } from '../tables/applications.ts';
import { idLists } from '../tables/id-lists.ts';

const IDS = raw<number>`coalesce(sum(${idLists.count}), 0)::integer`;

export const MAX_LIST_IDS: Limited = {
  limit: 'MAX_LIST_IDS',
  code: 'MAX_LIST_IDS_REACHED',
  name: 'limit',
  async count(sql, accountId) {
    const owned = sql
      .select({ id: applications.id })
      .from(applications)
      .where(eq(applications.accountId, accountId));
    const [sum] = await sql
      .select({ ids: IDS })
      .from(idLists)
      .where(inArray(idLists.applicationId, owned));
    return sum?.ids ?? 0;
  },
};

export async function countIds(sql: Sql, applicationId: string): Promise<number> {
  const [sum] = await sql
    .select({ ids: IDS })
    .from(idLists)
    .where(eq(idLists.applicationId, applicationId));
  return sum?.ids ?? 0;
}

export function countLists(sql: Sql, applicationId: string): Promise<number> {
  return sql.$count(idLists, eq(idLists.applicationId, applicationId));
}

/** The 16 bytes under which the ids of an application's lists are hashed. */
export async function readListKey(sql: Sql, applicationId: string): Promise<Buffer> {
  const [application] = await sql
    .select({ listKey: applications.listKey })
    .from(applications)
    .where(eq(applications.id, applicationId));
  return orNotFound(application).listKey;
}

interface Content {
  readonly count: number;
  readonly contentVersion: number;
}

/** Stores what became of a list's ids. Rejects with NOT_FOUND when the list was deleted meanwhile. */
export async function saveContent(
  sql: Sql,
  { appId, id }: { readonly appId: string; readonly id: string },
  { count, contentVersion }: Content,
): Promise<void> {
  const saved = await sql
    .update(idLists)
    .set({ count, contentVersion, contentSavedAt: raw`clock_timestamp()` })
    .where(and(eq(idLists.applicationId, appId), eq(idLists.id, id)))
    .returning({ id: idLists.id });
  orNotFound(saved[0]);
}

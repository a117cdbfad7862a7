import { and, eq, gt, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { applications } from '../../tables/applications.ts';
import { idListParts, idLists } from '../../tables/id-lists.ts';

/** A list without its ids. */
export interface ListHead {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** The lists that still exist among those asked for, of one application or of all. */
export function readListHeads(
  sql: Sql,
  ids: readonly string[],
  applicationId?: string,
): Promise<ListHead[]> {
  const isAsked = raw`${idLists.id} = any(${raw.param([...ids])}::uuid[])`;
  return sql
    .select({ id: idLists.id, name: idLists.name, version: idLists.contentVersion })
    .from(idLists)
    .where(
      applicationId === undefined
        ? isAsked
        : and(isAsked, eq(idLists.applicationId, applicationId)),
    );
}

export interface StoredList {
  readonly version: number;
  readonly count: number;
  readonly fullFrom: number;
  readonly key: Uint8Array;
  /** Whether `parts` are all that the list has. */
  readonly isFull: boolean;
  readonly parts: readonly {
    readonly part: number;
    readonly version: number;
    readonly ids: Uint8Array;
  }[];
}

/** A list, with the parts that changed after the version `held`, or all; undefined when there is no such list. */
export function readList(
  sql: Sql,
  id: string,
  held: number | undefined,
): Promise<StoredList | undefined> {
  return sql.transaction(
    async (transaction) => {
      const [head] = await transaction
        .select({
          version: idLists.contentVersion,
          count: idLists.count,
          fullFrom: idLists.fullFrom,
          key: applications.listKey,
        })
        .from(idLists)
        .innerJoin(applications, eq(applications.id, idLists.applicationId))
        .where(eq(idLists.id, id));
      if (head === undefined) return undefined;
      const isFull = held === undefined || held > head.version || held < head.fullFrom;
      const parts = await transaction
        .select({ part: idListParts.part, version: idListParts.version, ids: idListParts.ids })
        .from(idListParts)
        .where(
          isFull
            ? eq(idListParts.listId, id)
            : and(eq(idListParts.listId, id), gt(idListParts.version, held)),
        )
        .orderBy(idListParts.part);
      return { ...head, isFull, parts };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

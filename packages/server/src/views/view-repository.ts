import type { View } from '@comporta/contract/views/view';
import { and, asc, eq, isNull, not, or, sql as raw, type SQL } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import type { Sql } from '../platform/database/database.ts';
import { deleteExpired } from '../platform/database/expired-rows.ts';
import { users } from '../tables/accounts.ts';
import { byName } from '../tables/by-name.ts';
import { views } from '../tables/kept-by-users.ts';

/** The user who reads views, and the application of the views. */
export interface Reader {
  readonly actor: Pick<UserActor, 'id'>;
  readonly applicationId: string;
}

type ViewRow = typeof views.$inferInsert;

export function listViewsFor(sql: Sql, reader: Reader): Promise<View[]> {
  return selectViews(sql, reader).orderBy(byName(views.name), asc(views.id));
}

/** Finds a view if the reader may see it. */
export async function findView(sql: Sql, reader: Reader, id: string): Promise<View | undefined> {
  if (!isId(id)) return undefined;
  const [view] = await selectViews(sql, reader, eq(views.id, id));
  return view;
}

function selectViews(sql: Sql, { actor, applicationId }: Reader, which?: SQL) {
  return sql
    .select({
      id: views.id,
      name: views.name,
      query: views.query,
      shared: views.shared,
      own: raw<boolean>`${views.userId} is not distinct from ${actor.id}`,
      createdBy: users.name,
    })
    .from(views)
    .leftJoin(users, eq(users.id, views.userId))
    .where(
      and(
        eq(views.applicationId, applicationId),
        or(views.shared, eq(views.userId, actor.id)),
        which,
      ),
    );
}

/** Returns the view as stored. */
export async function insertView(
  sql: Sql,
  reader: Reader,
  view: Pick<ViewRow, 'id' | 'name' | 'query' | 'shared'>,
): Promise<View> {
  const { actor, applicationId } = reader;
  await sql.insert(views).values({ ...view, applicationId, userId: actor.id });
  return orNotFound(await findView(sql, reader, view.id));
}

export async function updateView(
  sql: Sql,
  id: string,
  value: Pick<ViewRow, 'name' | 'query' | 'shared'>,
): Promise<void> {
  await sql.update(views).set(value).where(eq(views.id, id));
}

export function countViewsOf(sql: Sql, { actor, applicationId }: Reader): Promise<number> {
  return sql.$count(views, and(eq(views.applicationId, applicationId), eq(views.userId, actor.id)));
}

export async function deleteViewRow(sql: Sql, id: string): Promise<void> {
  await sql.delete(views).where(eq(views.id, id));
}

/** Shared views stay. */
export async function forgetViews(sql: Sql, { id }: { readonly id: string }): Promise<void> {
  await sql.delete(views).where(and(eq(views.userId, id), not(views.shared)));
}

/** Removes the private views of deleted users. */
export function sweepViews(sql: Sql): Promise<void> {
  return deleteExpired(sql, views, and(isNull(views.userId), not(views.shared)));
}

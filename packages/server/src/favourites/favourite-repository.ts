import type { Favourite, FavouriteType } from '@comporta/contract/favourites/favourite-api';
import { and, asc, eq, inArray, isNull, sql as raw } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import { openedApplications } from '../platform/callers/access.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import type { Sql } from '../platform/database/database.ts';
import { applications } from '../tables/applications.ts';
import { favourites } from '../tables/kept-by-users.ts';
import { toggles } from '../tables/toggles.ts';

/** One row: an application, or a toggle in it. */
export interface FavouriteKey {
  readonly applicationId: string;
  readonly toggleId: string | null;
}

/** Leaves out favourites in applications that the user can no longer open. */
export function listFavouritesOf(sql: Sql, actor: UserActor): Promise<Favourite[]> {
  const { toggleId, applicationId } = favourites;
  return sql
    .select({
      type: raw<FavouriteType>`case when ${toggleId} is null then 'application' else 'toggle' end`,
      id: raw<string>`coalesce(${toggleId}, ${applicationId})`,
      appId: applicationId,
    })
    .from(favourites)
    .where(
      and(eq(favourites.userId, actor.id), inArray(applicationId, openedApplications(sql, actor))),
    )
    .orderBy(asc(favourites.createdAt), asc(applicationId), asc(toggleId));
}

/** Finds what a user names as a favourite; undefined when it does not exist or the user may not open it. */
export async function findFavourite(
  sql: Sql,
  actor: UserActor,
  { type, id }: { readonly type: string; readonly id: string },
): Promise<FavouriteKey | undefined> {
  if (!isId(id)) return undefined;
  if (type === 'application') {
    const [found] = await sql
      .select({ id: applications.id })
      .from(applications)
      .where(
        and(eq(applications.id, id), inArray(applications.id, openedApplications(sql, actor))),
      );
    return found && { applicationId: found.id, toggleId: null };
  }
  if (type !== 'toggle') return undefined;
  const [found] = await sql
    .select({ applicationId: toggles.applicationId, toggleId: toggles.id })
    .from(toggles)
    .where(and(eq(toggles.id, id), inArray(toggles.applicationId, openedApplications(sql, actor))));
  return found;
}

/** Does nothing when it is a favourite already. */
export async function insertFavourite(sql: Sql, userId: string, key: FavouriteKey): Promise<void> {
  await sql
    .insert(favourites)
    .values({ userId, ...key })
    .onConflictDoNothing();
}

export function countFavouritesOf(sql: Sql, userId: string): Promise<number> {
  return sql.$count(favourites, eq(favourites.userId, userId));
}

export async function deleteFavourite(
  sql: Sql,
  userId: string,
  { applicationId, toggleId }: FavouriteKey,
): Promise<void> {
  await sql
    .delete(favourites)
    .where(
      and(
        eq(favourites.userId, userId),
        eq(favourites.applicationId, applicationId),
        toggleId === null ? isNull(favourites.toggleId) : eq(favourites.toggleId, toggleId),
      ),
    );
}

export async function forgetFavourites(sql: Sql, { id }: { readonly id: string }): Promise<void> {
  await sql.delete(favourites).where(eq(favourites.userId, id));
}

import { ON_PREMISE } from '../platform/config/plans.ts';
import type { Sql } from '../platform/database/database.ts';
import { type Actor, findAuthor, isGranted } from '../platform/identity/actor.ts';
import type { ApplicationScope } from '../platform/identity/application-scope.ts';
import type { StoredRequest } from './change-request-repository.ts';

/** The author of a request, in whose name its steps are applied, if they may still change the application. Source: SAF-16. */
export async function findPermitted(
  sql: Sql,
  { accountId }: Pick<ApplicationScope, 'accountId'>,
  { authorId: id, authorKind: kind, applicationId }: StoredRequest,
): Promise<Actor | undefined> {
  const actor = await findAuthor(sql, { id, kind, accountId });
  if (actor === undefined || (actor.kind === 'key' && actor.plan !== ON_PREMISE)) return undefined;
  return (await isGranted(sql, actor, applicationId)) ? actor : undefined;
}

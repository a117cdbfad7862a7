import type { Access } from '@comporta/contract/role';
import { findAccess, limitsIn, requireMayEdit } from '../platform/callers/access.ts';
import { type Actor, findAuthor } from '../platform/callers/actor.ts';
import type { ApplicationScope } from '../platform/callers/application-scope.ts';
import { ON_PREMISE } from '../platform/config/plans.ts';
import type { Sql } from '../platform/database/database.ts';
import type { StoredRequest } from './change-request-repository.ts';
import { viaOf } from './drafts/filed-via.ts';
import type { Applying } from './requests.ts';

/** The author of a request, with what they may in the application. */
interface Permitted {
  readonly actor: Actor;
  readonly limits: Access | undefined;
}

/**
 * The author of a request, in whose name its steps are applied, if they may still open the application. Whether they may
 * change what a step touches is asked as it is applied. Source: SAF-16.
 */
export async function findPermitted(
  sql: Sql,
  { accountId }: Pick<ApplicationScope, 'accountId'>,
  request: StoredRequest,
): Promise<Permitted | undefined> {
  const { authorId: id, authorKind: kind, applicationId } = request;
  const actor = withToken(request, await findAuthor(sql, { id, kind, accountId }));
  if (actor === undefined || (actor.kind === 'key' && actor.plan !== ON_PREMISE)) return undefined;
  const access = await findAccess(sql, actor, applicationId);
  return access && { actor, limits: limitsIn(access) };
}

/** Rejects with ENVIRONMENT_READ_ONLY when the caller may only read one of the environments that a request touches. */
export function requireMayTouch(
  { application, environments }: Pick<Applying, 'application' | 'environments'>,
  touchedIds: readonly string[],
): void {
  const touched = environments.filter(({ id }) => touchedIds.includes(id));
  requireMayEdit(application.limits, touched);
}

/**
 * The author, also one who may do nothing any more: their name stays with what a guard takes back of theirs, and who left
 * must not take the guard with them. Source: SAF-54.
 */
export async function findAuthorOf(
  sql: Sql,
  { accountId }: Pick<ApplicationScope, 'accountId'>,
  request: StoredRequest,
): Promise<Actor> {
  const { authorId: id, authorKind: kind, people } = request;
  const found = withToken(request, await findAuthor(sql, { id, kind, accountId }));
  if (found !== undefined) return found;
  const author = { accountId, id, name: people[id] ?? '', language: 'en' } as const;
  const company = { plan: ON_PREMISE, companyName: '' };
  return kind === 'key'
    ? { kind, ...author, ...company, admin: true }
    : { kind, ...author, ...company, email: '', admin: false, tokenHash: '', via: viaOf(request) };
}

/** The log says with which token a user filed what is applied now. Source: IDN-84. */
function withToken(request: StoredRequest, author: Actor | undefined): Actor | undefined {
  return author?.kind === 'user' ? { ...author, via: viaOf(request) } : author;
}

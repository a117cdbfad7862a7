import { recordChanges } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Author } from '../platform/identity/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../platform/identity/application-scope.ts';
import type { KeptHold } from '../tables/change-requests.ts';
import { readClock, type StoredRequest, updateRequest } from './change-request-repository.ts';
import { requestEdited } from './request-changes.ts';

interface Holding {
  readonly sql: Sql;
  readonly actor: Author;
  readonly application: ApplicationScope;
  readonly environments: readonly EnvironmentScope[];
}

/** Nothing happens to a held request until a person decides; the log and the webhook say so. */
export async function holdRequest(
  { sql, actor, application, environments }: Holding,
  before: StoredRequest,
  why: Omit<KeptHold, 'at'>,
): Promise<StoredRequest> {
  const at = (await readClock(sql)).toISOString();
  const held = await updateRequest(sql, before, {
    status: 'HELD',
    held: { ...why, at },
    lookAt: null,
    failures: 0,
    version: before.version + 1,
  });
  // It travels with the writes of a step, and this is none of them.
  const { request: _request, ...scope } = application;
  const change = requestEdited(before, held, environments);
  await recordChanges(sql, { actor, application: scope }, [() => change]);
  return held;
}

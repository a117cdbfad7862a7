import type { Change } from '@comporta/contract/nouns/change';
import type { Author } from '../platform/callers/actor.ts';
import type { ApplicationScope } from '../platform/callers/application-scope.ts';
import { recordChanges } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { KeptHold } from '../tables/change-requests.ts';
import {
  findRequest,
  readClock,
  type StoredRequest,
  updateRequest,
} from './change-request-repository.ts';
import { requestEdited } from './request-changes.ts';
import type { RequestEnvironment } from './requests.ts';

interface Person {
  readonly id: string;
  readonly name: string;
}

interface Marking {
  readonly sql: Sql;
  readonly environments: readonly RequestEnvironment[];
}

interface Holding extends Marking {
  readonly actor: Author;
  readonly application: ApplicationScope;
}

/** Nothing happens to a held request until a person decides; the log and the webhook say so. */
export async function holdRequest(
  { sql, actor, application, environments }: Holding,
  before: StoredRequest,
  why: Omit<KeptHold, 'at'> & { readonly by?: Person | undefined },
): Promise<StoredRequest> {
  const by = actor.kind === 'system' ? why.by : actor;
  const change = await markHeld({ sql, environments }, before, { ...why, by });
  // It travels with the writes of a step, and this is none of them.
  const { request: _request, ...scope } = application;
  await recordChanges(sql, { actor, application: scope }, [() => change]);
  return (await findRequest(sql, before.applicationId, before.id)) ?? before;
}

/** The same without recording it: returns the change, which the caller has to record. */
export async function markHeld(
  { sql, environments }: Marking,
  before: StoredRequest,
  { by, ...why }: Omit<KeptHold, 'at'> & { readonly by?: Person | undefined },
): Promise<Change> {
  const at = (await readClock(sql)).toISOString();
  const held = await updateRequest(sql, before, {
    status: 'HELD',
    held: { ...why, at },
    lookAt: null,
    failures: 0,
    version: before.version + 1,
    ...(by && { people: { ...before.people, [by.id]: by.name } }),
  });
  return requestEdited(before, held, environments);
}

import type { Environment } from '@comporta/contract/applications/application';
import type { Change } from '@comporta/contract/nouns/change';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { nextVersion } from '../platform/base/versions.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Writer } from '../platform/http/write.ts';
import { applicationEdited } from './application-audit.ts';
import { findApplication, updateApplication } from './application-repository.ts';

type SavedEnvironment = Omit<Environment, 'hasKey'>;

/**
 * Saves environments and appends new ones after the existing ones. Returns the change, which the caller has to
 * record.
 */
export async function saveEnvironments(
  { sql, actor, application }: Writer & { readonly sql: Sql },
  saved: readonly SavedEnvironment[],
): Promise<Change> {
  const before = orNotFound(await findApplication(sql, application.id));
  const left = new Map(saved.map((environment) => [environment.id, environment]));
  const kept = before.environments.map((environment) => {
    const changed = left.get(environment.id);
    left.delete(environment.id);
    return { ...environment, ...changed };
  });
  const added = [...left.values()].map((environment) => ({ ...environment, hasKey: false }));
  const edited = { ...before, environments: [...kept, ...added], ...nextVersion(before, actor) };
  return applicationEdited(before, await updateApplication(sql, edited));
}

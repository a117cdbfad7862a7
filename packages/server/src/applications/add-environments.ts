import type { Environment } from '@comporta/contract/applications/application';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { nextVersion } from '../platform/base/versions.ts';
import type { Change } from '../platform/changes/change.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Writer } from '../platform/http/write.ts';
import { applicationEdited } from './application-audit.ts';
import { findApplication, updateApplication } from './application-repository.ts';

/** Adds environments behind those there are, and returns what is to be recorded of it. */
export async function addEnvironments(
  { sql, actor, application }: Writer & { readonly sql: Sql },
  added: readonly Pick<Environment, 'id' | 'name'>[],
): Promise<Change> {
  const before = orNotFound(await findApplication(sql, application.id));
  const environments = [
    ...before.environments,
    ...added.map(({ id, name }) => ({ id, name, hasKey: false, production: null })),
  ];
  const edited = { ...before, environments, ...nextVersion(before, actor) };
  return applicationEdited(before, await updateApplication(sql, edited));
}

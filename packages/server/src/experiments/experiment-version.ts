import { orderedRules } from '@comporta/contract/experiments/rule';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { ApplicationScope, EnvironmentScope } from '../platform/callers/application-scope.ts';
import { withNamesOfDeleted } from '../platform/changes/names-of-deleted.ts';
import type { Sql } from '../platform/database/database.ts';
import { findVersion } from '../platform/database/kept-versions.ts';
import { findExperiment, VERSIONS } from './experiment-repository.ts';
import { goneOf } from './gone-of.ts';
import { namedIds } from './named-ids.ts';
import { readReferences } from './references-repository.ts';

interface Question {
  readonly sql: Sql;
  readonly application: ApplicationScope;
  readonly environment: EnvironmentScope;
  readonly params: { readonly id: string; readonly version: string };
}

/** An experiment as it was saved, and what its rules referred to that was deleted since. */
export async function getExperimentVersion({ sql, application, environment, params }: Question) {
  const stored = orNotFound(await findExperiment(sql, environment.id, params.id));
  const number = params.version;
  const { body, ...saved } = orNotFound(await findVersion(sql, VERSIONS, { stored, number }));
  const named = namedIds(body.toggleId, body.rules);
  const gone = goneOf(named, await readReferences(sql, application.id, named));
  return {
    ...saved,
    body: { ...body, rules: orderedRules(body.rules) },
    missing: await withNamesOfDeleted(sql, application.id, gone),
  };
}

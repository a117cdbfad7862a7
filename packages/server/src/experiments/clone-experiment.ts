import { conditionsOfRules } from '@comporta/contract/conditions/regex-limit';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Change } from '@comporta/contract/nouns/change';
import { enforceRegexLimit } from '../conditions/enforce-regex-limit.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { type EnvironmentScope, findEnvironment } from '../platform/callers/application-scope.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import { putExperiment } from './add-experiment.ts';
import { placedExperiment } from './drafted-experiment.ts';
import { experimentAnswer } from './experiment-answer.ts';
import { findExperiment, type StoredExperiment } from './experiment-repository.ts';
import { namedIds } from './named-ids.ts';
import { readReferences } from './references-repository.ts';
import { requireDistinctRules } from './require-distinct-rules.ts';

type Clone = Write<'environment'> & {
  readonly params: { readonly id: string; readonly destEnvId: string };
};

/** The clone keeps the salt, so that each user gets the same value in both environments. */
export async function cloneExperiment(clone: Clone): Promise<Experiment> {
  const { sql, actor, application, params } = clone;
  const source = orNotFound(await findExperiment(sql, clone.environment.id, params.id));
  const there = await findDestination(sql, application.id, params.destEnvId);
  const { experiment, change } = await putClone(clone, source, there);
  await recordChange({ sql, actor, application }, change);
  return experimentAnswer(experiment);
}

export async function findDestination(
  sql: Sql,
  applicationId: string,
  destEnvId: string,
): Promise<EnvironmentScope> {
  const environment = await findEnvironment(sql, applicationId, destEnvId);
  if (environment === undefined) {
    throw new Rejection('UNKNOWN_ENVIRONMENT', { environment_id: destEnvId });
  }
  return environment;
}

/** Returns the experiment stored in `environment`, and the change, which the caller has to record. */
export async function putClone(
  call: Write<'environment'>,
  source: StoredExperiment,
  environment: EnvironmentScope,
): Promise<{ readonly experiment: StoredExperiment; readonly change: Change }> {
  const { sql, application } = call;
  // An earlier release may have stored the same rule twice.
  requireDistinctRules(source.rules);
  const named = namedIds(source.toggleId, source.rules);
  const references = await readReferences(sql, application.id, named);
  const there = { ...call, environment };
  const added = await putExperiment(there, placedExperiment(there, source), references);
  // A release without this limit may have stored more already.
  const conditions = conditionsOfRules(added.experiment.rules).map(({ condition }) => ({
    condition,
  }));
  await enforceRegexLimit(sql, application.id, { conditions, before: [] });
  return added;
}

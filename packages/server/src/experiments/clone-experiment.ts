import { conditionsOfRules } from '@comporta/contract/conditions/regex-limit';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Write } from '../platform/http/write.ts';
import { findEnvironment } from '../platform/identity/application-scope.ts';
import { enforceRegexLimit } from '../platform/limits/enforce-regex-limit.ts';
import { addExperiment } from './add-experiment.ts';
import { placedExperiment } from './drafted-experiment.ts';
import { experimentAnswer } from './experiment-answer.ts';
import { findExperiment } from './experiment-repository.ts';
import { namedIds } from './named-ids.ts';
import { readReferences } from './references-repository.ts';
import { requireDistinctRules } from './require-distinct-rules.ts';

type Clone = Write<'environment'> & {
  readonly params: { readonly id: string; readonly destEnvId: string };
};

/** The clone keeps the salt, so that each user is on the same side in both environments. */
export async function cloneExperiment(clone: Clone): Promise<Experiment> {
  const { sql, application, params } = clone;
  const source = orNotFound(await findExperiment(sql, clone.environment.id, params.id));
  const environment = await findEnvironment(sql, application.id, params.destEnvId);
  if (environment === undefined) {
    throw new Rejection('UNKNOWN_ENVIRONMENT', { environment_id: params.destEnvId });
  }
  // A release before may have stored a rule twice.
  requireDistinctRules(source.rules);
  const named = namedIds(source.toggleId, source.rules);
  const references = await readReferences(sql, application.id, named);
  const there = { ...clone, environment };
  const added = await addExperiment(there, placedExperiment(there, source), references);
  // Of what a release without this limit saved there may be more already.
  const conditions = conditionsOfRules(added.rules).map(({ condition }) => ({ condition }));
  await enforceRegexLimit(sql, application.id, { conditions, before: [] });
  return experimentAnswer(added);
}

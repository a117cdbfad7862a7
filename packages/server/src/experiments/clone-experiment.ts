import type { Experiment } from '@comporta/contract/experiments/experiment';
import { found } from '../platform/base/found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Write } from '../platform/http/write.ts';
import { findEnvironment } from '../platform/identity/application-scope.ts';
import { addExperiment } from './add-experiment.ts';
import { answerOf } from './experiment-answer.ts';
import { findExperiment } from './experiment-repository.ts';
import { namedIds } from './named-ids.ts';
import { readSurroundings } from './surroundings-repository.ts';

type Clone = Write<'environment'> & {
  readonly params: { readonly id: string; readonly destEnvId: string };
};

/** The clone keeps the salt, so that each user is on the same side in both environments. */
export async function cloneExperiment(clone: Clone): Promise<Experiment> {
  const { sql, application, params } = clone;
  const source = found(await findExperiment(sql, clone.environment.id, params.id));
  const environment = await findEnvironment(sql, application.id, params.destEnvId);
  if (environment === undefined) {
    throw new Rejection('UNKNOWN_ENVIRONMENT', { environment_id: params.destEnvId });
  }
  const named = namedIds(source.toggleId, source.rules);
  const surroundings = await readSurroundings(sql, application.id, named);
  return answerOf(await addExperiment({ ...clone, environment }, source, surroundings));
}

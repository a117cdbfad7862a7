import { ruleNamesOf } from '@comporta/contract/experiments/named-rule';
import type { Change } from '@comporta/contract/nouns/change';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { experimentDeleted } from './experiment-changes.ts';
import { deleteExperimentRows, findExperiment } from './experiment-repository.ts';
import { namedIds } from './named-ids.ts';
import { readReferences } from './references-repository.ts';

export async function deleteExperiment(call: Write<'environment'>, id: string): Promise<void> {
  await recordChange(call, await takeExperimentAway(call, id));
}

/** Deletes the experiment; returns the change, which the caller has to record. */
export async function takeExperimentAway(
  { sql, application, environment, ifMatch }: Write<'environment'>,
  id: string,
): Promise<Change> {
  const experiment = orNotFound(await findExperiment(sql, environment.id, id));
  requireVersion(experiment, ifMatch);
  const named = namedIds(experiment.toggleId, experiment.rules);
  const references = await readReferences(sql, application.id, named);
  await deleteExperimentRows(sql, [id]);
  const telling = { environment, names: ruleNamesOf(references) };
  return experimentDeleted(experiment, telling);
}

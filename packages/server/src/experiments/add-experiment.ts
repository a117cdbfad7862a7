import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { experimentCreated, ruleNamesOf } from './experiment-changes.ts';
import { insertExperiment, type StoredExperiment } from './experiment-repository.ts';
import type { NamedReferences } from './references-repository.ts';
import { requireSoundDependencies } from './require-sound-dependencies.ts';
import { writeUsages } from './usage-repository.ts';

/** Adds an experiment to an environment. */
export async function addExperiment(
  { sql, actor, application, environment }: Write<'environment'>,
  added: StoredExperiment,
  references: NamedReferences,
): Promise<StoredExperiment> {
  const experiment = await insertExperiment(sql, added);
  await writeUsages(sql, [experiment]);
  await requireSoundDependencies(sql, experiment, []);
  const telling = { environment, names: ruleNamesOf(references) };
  await recordChange(sql, actor, application, experimentCreated(experiment, telling));
  return experiment;
}

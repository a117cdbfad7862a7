import type { ExperimentValue } from '@comporta/contract/experiments/experiment';
import { newId } from '../platform/base/ids.ts';
import { firstVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { experimentAudit } from './experiment-audit.ts';
import { insertExperiment, type StoredExperiment } from './experiment-repository.ts';
import type { NamedReferences } from './references-repository.ts';
import { requireSoundDependencies } from './require-sound-dependencies.ts';
import { replaceUsage } from './usage-repository.ts';
import { withRuleIds } from './with-rule-ids.ts';

type NewExperiment = ExperimentValue & Pick<StoredExperiment, 'toggleName' | 'salt' | 'buckets'>;

/** Adds an experiment to an environment, with new ids for its rules; it is active at once. */
export async function addExperiment(
  { sql, actor, application, environment }: Write<'environment'>,
  added: NewExperiment,
  references: NamedReferences,
): Promise<StoredExperiment> {
  const experiment = await insertExperiment(sql, {
    ...added,
    rules: withRuleIds(added.rules, []),
    id: newId(),
    appId: application.id,
    envId: environment.id,
    status: 'ACTIVE',
    ...firstVersion(actor.name),
  });
  await replaceUsage(sql, experiment);
  await requireSoundDependencies(sql, experiment, []);
  await recordChange(sql, actor, application, {
    action: 'CREATED',
    type: 'experiment',
    id: experiment.id,
    name: experiment.toggleName,
    after: experimentAudit(experiment, references),
    environment,
  });
  return experiment;
}

import { conditionsOfRules } from '@comporta/contract/conditions/regex-limit';
import type { Experiment, ExperimentDraft } from '@comporta/contract/experiments/experiment';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { enforceRegexLimit } from '../platform/limits/enforce-regex-limit.ts';
import { addExperiment } from './add-experiment.ts';
import { editedExperiment, newExperiment } from './drafted-experiment.ts';
import { experimentAnswer } from './experiment-answer.ts';
import { experimentEdited, ruleNamesOf } from './experiment-changes.ts';
import { findExperiment, updateExperiment } from './experiment-repository.ts';
import { namedIds } from './named-ids.ts';
import { readReferences } from './references-repository.ts';
import { requireSoundDependencies } from './require-sound-dependencies.ts';
import { writeUsages } from './usage-repository.ts';

/** Fine enough for percentages of two decimals. Imported experiments keep their own number. */
const BUCKETS = 10_000;

export async function createExperiment(
  save: Write<'environment', ExperimentDraft>,
): Promise<Experiment> {
  const { sql, application, body } = save;
  const references = await readReferences(sql, application.id, namedIds(body.toggleId, body.rules));
  const drawn = { salt: newId(), buckets: BUCKETS };
  const experiment = newExperiment(save, body, { references, drawn });
  const added = await addExperiment(save, experiment, references);
  const conditions = conditionsOfRules(added.rules);
  await enforceRegexLimit(sql, application.id, { conditions, before: [] });
  return experimentAnswer(added);
}

export async function editExperiment(
  save: Write<'environment', ExperimentDraft>,
  id: string,
): Promise<Experiment> {
  const { sql, actor, application, environment, body, ifMatch } = save;
  const before = orNotFound(await findExperiment(sql, environment.id, id));
  requireVersion(before, ifMatch);
  const draft = { ...body, toggleId: body.toggleId || before.toggleId };
  const named = namedIds(draft.toggleId, [...before.rules, ...draft.rules]);
  const references = await readReferences(sql, application.id, named);
  const edited = editedExperiment({ ...save, references }, before, draft);
  if (edited === before) return experimentAnswer(before);
  const after = await updateExperiment(sql, edited);
  await writeUsages(sql, [after]);
  await requireSoundDependencies(sql, after, before.rules);
  await enforceRegexLimit(sql, application.id, {
    conditions: conditionsOfRules(after.rules),
    before: conditionsOfRules(before.rules).map(({ condition }) => condition),
  });
  const telling = { environment, names: ruleNamesOf(references) };
  await recordChange(sql, actor, application, experimentEdited(before, after, telling));
  return experimentAnswer(after);
}

import { conditionsOfRules } from '@comporta/contract/conditions/regex-limit';
import type {
  Experiment,
  ExperimentDraft,
  ExperimentEdit,
} from '@comporta/contract/experiments/experiment';
import { ruleNamesOf } from '@comporta/contract/experiments/named-rule';
import type { Change } from '@comporta/contract/nouns/change';
import { enforceRegexLimit } from '../conditions/enforce-regex-limit.ts';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { nextVersion, requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { addExperiment, requireLivingToggle } from './add-experiment.ts';
import { editedExperiment, newExperiment } from './drafted-experiment.ts';
import { experimentAnswer } from './experiment-answer.ts';
import { experimentEdited } from './experiment-changes.ts';
import { findExperiment, updateExperiment } from './experiment-repository.ts';
import { namedIds, namesTheSame } from './named-ids.ts';
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
  requireLivingToggle(references, body.toggleId, ['toggleId']);
  const { salt = newId(), buckets = BUCKETS } = application.drawn ?? {};
  const drawn = { salt, buckets };
  const experiment = newExperiment(save, body, { references, drawn });
  const added = await addExperiment(save, experiment, references);
  const conditions = conditionsOfRules(added.rules);
  await enforceRegexLimit(sql, application.id, { conditions, before: [] });
  return experimentAnswer(added);
}

/** Starts a new phase, without users, of each analysis that measures the experiment, and records it. */
export type BeginPhases = (write: Write<'environment'>, experimentId: string) => Promise<void>;

export type EditExperiment = (
  save: Write<'environment', ExperimentEdit>,
  id: string,
) => Promise<Experiment>;

export function experimentEditor(beginPhases: BeginPhases): EditExperiment {
  return (save, id) => editExperiment(save, id, beginPhases);
}

async function editExperiment(
  save: Write<'environment', ExperimentEdit>,
  id: string,
  beginPhases: BeginPhases,
): Promise<Experiment> {
  const { sql, actor, application, environment, body, ifMatch } = save;
  const stored = orNotFound(await findExperiment(sql, environment.id, id));
  requireVersion(stored, ifMatch);
  const { newPhase, rerandomise, ...rest } = body;
  const before =
    rerandomise === true ? { ...stored, salt: application.drawn?.salt ?? newId() } : stored;
  const draft = { ...rest, toggleId: body.toggleId || before.toggleId };
  const named = namedIds(draft.toggleId, [...before.rules, ...draft.rules]);
  const references = await readReferences(sql, application.id, named);
  const edited = editedExperiment({ ...save, references }, before, draft);
  if (edited === stored) {
    if (newPhase === true) await beginPhases(save, id);
    return experimentAnswer(stored);
  }
  const saved = edited === before ? { ...edited, ...nextVersion(stored, actor) } : edited;
  const after = await updateExperiment(sql, saved);
  if (!namesTheSame(stored, after)) await writeUsages(sql, [after]);
  await requireSoundDependencies(sql, after, before.rules);
  await enforceRegexLimit(sql, application.id, {
    conditions: conditionsOfRules(after.rules),
    before: conditionsOfRules(before.rules).map(({ condition }) => condition),
  });
  if (newPhase === true) await beginPhases(save, id);
  const telling = { environment, names: ruleNamesOf(references) };
  const change = experimentEdited(stored, after, telling);
  // The salt is not in the entry, and assigns every user anew.
  const touches = rerandomise === true ? [environment] : undefined;
  await recordChange({ sql, actor, application }, { ...change, touches });
  return experimentAnswer(after);
}

/** Gives the experiment a new salt, so that every user is assigned anew. The caller has to record the change. */
export async function rerandomiseExperiment(
  { sql, actor, application, environment }: Write<'environment'>,
  id: string,
  salt: string,
): Promise<Change> {
  const before = orNotFound(await findExperiment(sql, environment.id, id));
  const after = await updateExperiment(sql, { ...before, salt, ...nextVersion(before, actor) });
  const named = namedIds(after.toggleId, after.rules);
  const names = ruleNamesOf(await readReferences(sql, application.id, named));
  return experimentEdited(before, after, { environment, names });
}

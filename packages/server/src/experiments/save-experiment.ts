import { conditionsOfRules } from '@comporta/contract/conditions/regex-limit';
import {
  checkExperiment,
  type Experiment,
  type ExperimentDraft,
} from '@comporta/contract/experiments/experiment';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { isUnchanged, nextVersion, requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { enforceRegexLimit } from '../platform/limits/enforce-regex-limit.ts';
import { addExperiment } from './add-experiment.ts';
import { experimentAnswer } from './experiment-answer.ts';
import { experimentAudit } from './experiment-audit.ts';
import {
  findExperiment,
  type StoredExperiment,
  updateExperiment,
} from './experiment-repository.ts';
import { namedIds } from './named-ids.ts';
import { readReferences } from './references-repository.ts';
import { requireDistinctRules } from './require-distinct-rules.ts';
import { requireSoundDependencies } from './require-sound-dependencies.ts';
import { replaceUsage } from './usage-repository.ts';
import { withRuleIds } from './with-rule-ids.ts';

/** Fine enough for percentages of two decimals. Imported experiments keep their own number. */
const BUCKETS = 10_000;

export function createExperiment(save: Write<'environment', ExperimentDraft>): Promise<Experiment> {
  return createExperimentWith(save, { salt: newId(), buckets: BUCKETS });
}

/** With the salt and the buckets that it has elsewhere, so that no user changes sides. */
export async function createExperimentWith(
  save: Write<'environment', ExperimentDraft>,
  { salt, buckets }: Pick<StoredExperiment, 'salt' | 'buckets'>,
): Promise<Experiment> {
  const { sql, application, body } = save;
  const named = namedIds(body.toggleId, body.rules);
  const references = await readReferences(sql, application.id, named);
  const value = valueOrReject(checkExperiment(body, references));
  requireDistinctRules(value.rules);
  // The check would have refused an unknown toggle.
  const toggle = orNotFound(references.toggles.find(({ id }) => id === value.toggleId));
  const experiment = { ...value, toggleName: toggle.name, salt, buckets };
  const added = await addExperiment(save, experiment, references);
  const conditions = conditionsOfRules(added.rules);
  await enforceRegexLimit(sql, application.id, { conditions, before: [] });
  return experimentAnswer(added);
}

export async function editExperiment(
  { sql, actor, application, environment, body, ifMatch }: Write<'environment', ExperimentDraft>,
  id: string,
): Promise<Experiment> {
  const before = orNotFound(await findExperiment(sql, environment.id, id));
  requireVersion(before, ifMatch);
  const draft = { ...body, toggleId: body.toggleId || before.toggleId };
  if (draft.toggleId !== before.toggleId)
    throw new Rejection('TOGGLE_LOCKED', { at: ['toggleId'] });
  const named = namedIds(draft.toggleId, [...before.rules, ...draft.rules]);
  const references = await readReferences(sql, application.id, named);
  const value = valueOrReject(checkExperiment(draft, references));
  requireDistinctRules(value.rules);

  const edited = { ...before, ...value, rules: withRuleIds(value.rules, before.rules) };
  if (isUnchanged(before, edited)) return experimentAnswer(before);
  const after = await updateExperiment(sql, { ...edited, ...nextVersion(before, actor.name) });
  await replaceUsage(sql, after);
  await requireSoundDependencies(sql, after, before.rules);
  await enforceRegexLimit(sql, application.id, {
    conditions: conditionsOfRules(after.rules),
    before: conditionsOfRules(before.rules).map(({ condition }) => condition),
  });
  await recordChange(sql, actor, application, {
    action: 'EDITED',
    type: 'experiment',
    id,
    name: after.toggleName,
    before: experimentAudit(before, references),
    after: experimentAudit(after, references),
    environment,
  });
  return experimentAnswer(after);
}

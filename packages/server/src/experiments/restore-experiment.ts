import { conditionsOfRules } from '@comporta/contract/conditions/regex-limit';
import { experimentDraftSchema } from '@comporta/contract/experiments/experiment';
import { orderedRules } from '@comporta/contract/experiments/rule';
import type { Change } from '@comporta/contract/nouns/change';
import { enforceRegexLimit } from '../conditions/enforce-regex-limit.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { nextVersion } from '../platform/base/versions.ts';
import { findEnvironment } from '../platform/callers/application-scope.ts';
import { namingMissing } from '../platform/changes/names-of-deleted.ts';
import { keptRow } from '../platform/database/kept-row.ts';
import type { Write } from '../platform/http/write.ts';
import type { Kept } from '../platform/nouns/verbs.ts';
import { experiments } from '../tables/experiments.ts';
import { putExperiment } from './add-experiment.ts';
import { editedExperiment } from './drafted-experiment.ts';
import type { StoredExperiment } from './experiment-repository.ts';
import { goneOf } from './gone-of.ts';
import { namedIds } from './named-ids.ts';
import { readReferences } from './references-repository.ts';

/**
 * Stores a deleted experiment again, with its id, salt, rules and status; returns the change, which the caller has to record.
 * It is checked as a save that changes nothing. Its name is that of its toggle.
 */
export async function restoreExperiment(
  call: Write<'application'>,
  { body }: Kept,
): Promise<Change> {
  const { sql, actor, application } = call;
  const before = experimentOf(body);
  const environment = orNotFound(await findEnvironment(sql, application.id, before.envId));
  const named = namedIds(before.toggleId, before.rules);
  const references = await readReferences(sql, application.id, named);
  const draft = experimentDraftSchema.parse({
    toggleId: before.toggleId,
    rules: orderedRules(before.rules),
  });
  const restored = await namingMissing(call, goneOf(named, references), async () => ({
    ...editedExperiment({ ...call, references }, before, draft),
    ...nextVersion(before, actor),
  }));
  const { experiment, change } = await putExperiment(
    { ...call, environment },
    restored,
    references,
  );
  const conditions = conditionsOfRules(experiment.rules);
  await enforceRegexLimit(sql, application.id, { conditions, before: [] });
  return change;
}

function experimentOf(body: Kept['body']): StoredExperiment {
  const { applicationId, environmentId, outcome: _made, ...row } = keptRow(experiments, body);
  // It was a row of this table; the name of its toggle is read again.
  return { ...row, appId: applicationId, envId: environmentId, toggleName: '' } as StoredExperiment;
}

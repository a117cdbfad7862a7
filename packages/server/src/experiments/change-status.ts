import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { withStatus } from './drafted-experiment.ts';
import { statusChanged } from './experiment-changes.ts';
import { findExperiment, updateExperiment } from './experiment-repository.ts';

/** From now on everyone gets the toggle's default value. */
export function pauseExperiment(call: Write<'environment'>, id: string) {
  return changeStatus(call, id, 'PAUSED');
}

/** From now on the rules decide again. */
export function restartExperiment(call: Write<'environment'>, id: string) {
  return changeStatus(call, id, 'ACTIVE');
}

/** Changes and records nothing when the experiment already has the status. */
async function changeStatus(
  call: Write<'environment'>,
  id: string,
  status: ExperimentStatus,
): Promise<{ status: ExperimentStatus }> {
  const { sql, actor, application, environment } = call;
  const before = orNotFound(await findExperiment(sql, environment.id, id));
  const next = withStatus(call, before, status);
  if (next === before) return { status };
  const after = await updateExperiment(sql, next);
  await recordChange(sql, actor, application, statusChanged(before, after, environment));
  return { status: after.status };
}

import type { Change } from '@comporta/contract/nouns/change';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { withStatus } from './drafted-experiment.ts';
import { statusChanged } from './experiment-changes.ts';
import { findExperiment, updateExperiment } from './experiment-repository.ts';

/** Pauses the experiment: everyone gets the toggle's default value. */
export function pauseExperiment(call: Write<'environment'>, id: string) {
  return changeStatus(call, id, 'PAUSED');
}

/** Restarts the experiment: its rules decide again. */
export function restartExperiment(call: Write<'environment'>, id: string) {
  return changeStatus(call, id, 'ACTIVE');
}

/** Changes and records nothing when the experiment already has the status. */
async function changeStatus(
  call: Write<'environment'>,
  id: string,
  status: ExperimentStatus,
): Promise<{ status: ExperimentStatus }> {
  const change = await putStatus(call, id, status);
  if (change !== undefined) await recordChange(call, change);
  return { status };
}

/** Returns the change, which the caller has to record; undefined when the experiment already has the status. */
export async function putStatus(
  call: Write<'environment'>,
  id: string,
  status: ExperimentStatus,
): Promise<Change | undefined> {
  const { sql, environment } = call;
  const before = orNotFound(await findExperiment(sql, environment.id, id));
  const next = withStatus(call, before, status);
  if (next === before) return undefined;
  return statusChanged(before, await updateExperiment(sql, next), environment);
}

import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { nextVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { findExperiment, updateExperiment } from './experiment-repository.ts';

interface NewStatus {
  readonly status: ExperimentStatus;
  readonly action: 'PAUSED' | 'RESTARTED';
}

/** From now on everyone gets the toggle's default value. */
export function pauseExperiment(call: Write<'environment'>, id: string) {
  return changeStatus(call, id, { status: 'PAUSED', action: 'PAUSED' });
}

/** From now on the rules decide again. */
export function restartExperiment(call: Write<'environment'>, id: string) {
  return changeStatus(call, id, { status: 'ACTIVE', action: 'RESTARTED' });
}

/** Changes and records nothing when the experiment already has the status. */
async function changeStatus(
  { sql, actor, application, environment }: Write<'environment'>,
  id: string,
  { status, action }: NewStatus,
): Promise<{ status: ExperimentStatus }> {
  const before = orNotFound(await findExperiment(sql, environment.id, id));
  if (before.status === status) return { status };
  const next = { ...before, status, ...nextVersion(before, actor.name) };
  const after = await updateExperiment(sql, next);
  await recordChange(sql, actor, application, {
    action,
    type: 'experiment',
    id,
    name: after.toggleName,
    before: { status: before.status },
    after: { status: after.status },
    environment,
  });
  return { status: after.status };
}

import { recordChanges } from '../../platform/changes/changes.ts';
import type { Write } from '../../platform/http/write.ts';
import { followPhases } from './follow-phases.ts';

/** Starts a new phase, without users, of each analysis that measures the experiment, and records it. Source: RES-16. */
export async function beginPhases(
  { sql, actor, application }: Write<'environment'>,
  experimentId: string,
): Promise<void> {
  const followed = await followPhases(sql, application.id, { experimentId, by: actor.name });
  const changes = followed.map((change) => () => change);
  await recordChanges(sql, { actor, application }, changes);
}

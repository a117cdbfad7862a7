import type { Change } from '@comporta/contract/nouns/change';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { requireNoExperiments } from './require-no-experiments.ts';
import { toggleDeleted } from './toggle-changes.ts';
import { deleteToggleRow, findToggle } from './toggle-repository.ts';

export async function deleteToggle(call: Write<'application'>, id: string): Promise<void> {
  await recordChange(call, await takeToggleAway(call, id));
}

/** Deletes the toggle; returns the change, which the caller has to record. */
export async function takeToggleAway(
  { sql, application, ifMatch }: Write<'application'>,
  id: string,
): Promise<Change> {
  const toggle = orNotFound(await findToggle(sql, application.id, id));
  requireVersion(toggle, ifMatch);
  await requireNoExperiments(sql, id);
  await deleteToggleRow(sql, id);
  return toggleDeleted(toggle);
}

import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { toggleDeleted } from './toggle-changes.ts';
import {
  deleteToggleRow,
  experimentsDependingOn,
  experimentsOfToggle,
  findToggle,
} from './toggle-repository.ts';

export async function deleteToggle(
  { sql, actor, application, ifMatch }: Write<'application'>,
  id: string,
): Promise<void> {
  const toggle = orNotFound(await findToggle(sql, application.id, id));
  requireVersion(toggle, ifMatch);
  // The foreign keys would refuse as well, but could not say where the toggle is used.
  const experiments = await experimentsOfToggle(sql, id);
  if (experiments.length > 0) {
    throw new Rejection('EXPERIMENT_EXISTS', { items: experiments });
  }
  const depending = await experimentsDependingOn(sql, id);
  if (depending.length > 0) {
    throw new Rejection('EXPERIMENT_DEPENDENCY_EXISTS', { items: depending });
  }
  await deleteToggleRow(sql, id);
  await recordChange(sql, actor, application, toggleDeleted(toggle));
}

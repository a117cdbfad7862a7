import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { propertyDeleted } from './property-changes.ts';
import {
  deletePropertyRow,
  experimentsUsing,
  findProperty,
  targetGroupsUsing,
} from './property-repository.ts';

export async function deleteProperty(
  { sql, actor, application, ifMatch }: Write<'application'>,
  id: string,
): Promise<void> {
  const property = orNotFound(await findProperty(sql, application.id, id));
  requireVersion(property, ifMatch);
  // The foreign keys would refuse as well, but could not say where the property is used.
  const usedByExperiments = await experimentsUsing(sql, id);
  if (usedByExperiments.length > 0) {
    throw new Rejection('PROPERTY_USED_IN_EXPERIMENTS', { items: usedByExperiments });
  }
  const usedByGroups = await targetGroupsUsing(sql, id);
  if (usedByGroups.length > 0) {
    throw new Rejection('PROPERTY_USED_IN_TARGET_GROUPS', { items: usedByGroups });
  }
  await deletePropertyRow(sql, id);
  await recordChange({ sql, actor, application }, propertyDeleted(property));
}

import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { readConditionProperties } from './condition-property-repository.ts';
import { targetGroupDeleted } from './target-group-changes.ts';
import {
  deleteTargetGroupRow,
  experimentsUsing,
  findTargetGroup,
} from './target-group-repository.ts';

export async function deleteTargetGroup(
  { sql, actor, application, ifMatch }: Write<'application'>,
  id: string,
): Promise<void> {
  const group = orNotFound(await findTargetGroup(sql, application.id, id));
  requireVersion(group, ifMatch);
  // The foreign key would refuse as well, but could not say where the group is used.
  const items = await experimentsUsing(sql, id);
  if (items.length > 0) throw new Rejection('TARGET_GROUP_USED_IN_EXPERIMENT', { items });
  await deleteTargetGroupRow(sql, id);
  const properties = await readConditionProperties(sql, application.id);
  await recordChange({ sql, actor, application }, targetGroupDeleted(group, properties));
}

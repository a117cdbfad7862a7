import type { TargetGroupValue } from '@comporta/contract/target-groups/target-group';
import { UID } from '@comporta/engine/vocabulary';
import { inArray } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { idsOf, insertRows } from '../platform/database/write-rows.ts';
import { targetGroupProperties } from '../tables/target-groups.ts';

interface UsingGroup extends Pick<TargetGroupValue, 'conditions'> {
  readonly id: string;
  readonly appId: string;
}

/** Stores which properties groups use, so that the foreign keys keep them from being deleted. */
export async function replacePropertyUses(sql: Sql, groups: readonly UsingGroup[]): Promise<void> {
  const ids = idsOf(groups);
  await sql.delete(targetGroupProperties).where(inArray(targetGroupProperties.targetGroupId, ids));
  const uses = groups.flatMap(({ id, appId, conditions }) => {
    const propertyIds = new Set(conditions.map((condition) => condition.propertyId));
    // Every application has `uid`, without a row in properties.
    propertyIds.delete(UID);
    return [...propertyIds].map((propertyId) => ({
      applicationId: appId,
      targetGroupId: id,
      propertyId,
    }));
  });
  await insertRows(sql, targetGroupProperties, uses);
}

import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import { pickFields } from '@comporta/contract/fields';
import { TARGET_GROUP, type TargetGroupValue } from '@comporta/contract/target-groups/target-group';

/** What the audit log keeps of a group. */
export function targetGroupAudit(group: TargetGroupValue, properties: ConditionProperties) {
  return {
    ...pickFields(TARGET_GROUP, group),
    conditions: group.conditions.map((condition) => namedCondition(condition, properties)),
  };
}

import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { TargetGroupValue } from '@comporta/contract/target-groups/target-group';
import { recordedCondition } from '../platform/changes/audit-shapes.ts';

/** What the audit log keeps of a group. */
export function auditOf(
  { name, description, policy, conditions }: TargetGroupValue,
  properties: ConditionProperties,
) {
  return {
    name,
    description,
    policy,
    conditions: conditions.map((condition) => recordedCondition(condition, properties)),
  };
}

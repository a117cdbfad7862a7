import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import type { TargetGroupValue } from '@comporta/contract/target-groups/target-group';

/** What the audit log keeps of a group. */
export function auditOf(
  { name, description, policy, conditions }: TargetGroupValue,
  properties: ConditionProperties,
) {
  return {
    name,
    description,
    policy,
    conditions: conditions.map((condition) => namedCondition(condition, properties)),
  };
}

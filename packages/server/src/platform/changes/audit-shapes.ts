import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { recordOf } from '@comporta/contract/record-of';
import type { Condition } from '@comporta/engine/snapshot';
import {
  EXPRESSIONS,
  PROPERTY_TYPES,
  RULE_TYPES,
  TARGET_GROUP_RULE_POLICIES,
  VALUE_SPEC_TYPES,
} from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';

/**
 * What `before` and `after` of a change may hold: fields of text, numbers, booleans, lists of text,
 * and lists of these two shapes. Names stand where the entity itself has ids, as they were when the
 * change was made: the entry is read when things were long renamed or deleted.
 */
export const recordedConditionSchema = z.object({
  property: z.string(),
  type: z.optional(z.enum(PROPERTY_TYPES)),
  expression: z.enum(EXPRESSIONS),
  term: z.string(),
});
export type RecordedCondition = z.infer<typeof recordedConditionSchema>;

/** A rule without its order: where it stands in the list says that. */
export const recordedRuleSchema = z.object({
  type: z.enum(RULE_TYPES),
  propertyRule: z.optional(recordedConditionSchema),
  targetGroupRule: z.optional(
    z.object({ policy: z.enum(TARGET_GROUP_RULE_POLICIES), targetGroups: z.array(z.string()) }),
  ),
  toggleDependencyRule: z.optional(z.object({ toggle: z.string(), value: z.string() })),
  versionRule: z.optional(recordedConditionSchema),
  valueSpec: z.object({
    type: z.enum(VALUE_SPEC_TYPES),
    exactValue: z.optional(z.string()),
    split: z.optional(recordOf(z.number())),
  }),
});
export type RecordedRule = z.infer<typeof recordedRuleSchema>;

export function recordedCondition(
  { propertyId, expression, term }: Condition,
  properties: ConditionProperties,
): RecordedCondition {
  const property = properties.get(propertyId);
  return { property: property?.key ?? propertyId, type: property?.type, expression, term };
}

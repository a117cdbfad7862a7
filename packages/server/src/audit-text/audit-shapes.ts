import { EDIT_ACTIONS } from '@comporta/contract/change-requests/edit';
import { EDIT_TYPES } from '@comporta/contract/change-requests/edit-type';
import { namedConditionSchema } from '@comporta/contract/conditions/named-condition';
import { namedPartSchema, namedRuleSchema } from '@comporta/contract/experiments/named-rule';
import { PROPERTY_TYPES, RULE_PART_TYPES, RULE_TYPES } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';

/**
 * `before` and `after` of a change may hold text, numbers, booleans, lists of text, and lists of these two shapes.
 * They hold names where the entity has ids, because an entry may be read long after the referenced
 * entities were renamed or deleted.
 */
export const recordedConditionSchema = z.extend(namedConditionSchema, {
  type: z.optional(z.enum(PROPERTY_TYPES)),
});

const recordedPartSchema = z.extend(namedPartSchema, {
  type: z.enum(RULE_PART_TYPES),
  propertyRule: z.optional(recordedConditionSchema),
});

const recordedDifferenceSchema = z.object({
  field: z.string(),
  index: z.optional(z.int()),
  isMove: z.optional(z.literal(true)),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
});

const recordedEditSchema = z.object({
  action: z.enum(EDIT_ACTIONS),
  name: z.string(),
  type: z.optional(z.enum(EDIT_TYPES)),
  changes: z.optional(z.readonly(z.array(recordedDifferenceSchema))),
});
export type ReadEdit = z.infer<typeof recordedEditSchema>;

export const recordedIdsSchema = z.object({ added: z.int(), removed: z.int() });

/** A step of a change request. */
export const recordedStepSchema = z.object({
  at: z.optional(z.string()),
  wait: z.optional(z.int()),
  edits: z.readonly(z.array(recordedEditSchema)),
});

export const recordedRuleSchema = z.extend(namedRuleSchema, {
  type: z.enum(RULE_TYPES),
  propertyRule: z.optional(recordedConditionSchema),
  combinedRule: z.optional(
    z.object({ policy: z.string(), conditions: z.readonly(z.array(recordedPartSchema)) }),
  ),
  versionRule: z.optional(recordedConditionSchema),
});

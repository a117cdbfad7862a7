import {
  EVALUATION_ERRORS,
  EXPERIMENT_STATUSES,
  EXPRESSIONS,
  REASONS,
  RULE_TYPES,
  TARGET_GROUP_POLICIES,
  TARGET_GROUP_RULE_POLICIES,
} from '@comporta/engine/vocabulary';
import { z } from 'zod';
import { id } from '../shapes.ts';

/** The engine's explanation, on the wire. */

const order = z.int().min(1);

const conditionTrace = z.object({
  propertyId: id,
  property: z.string().optional(),
  expression: z.enum(EXPRESSIONS),
  term: z.string(),
  seen: z.union([z.string(), z.number(), z.boolean()]).optional(),
  result: z.enum(['HOLDS', 'DOES_NOT_HOLD', 'ABSENT', 'UNREADABLE', 'INVALID_CONDITION']),
});

const targetGroupTrace = z.object({
  id,
  name: z.string(),
  policy: z.enum(TARGET_GROUP_POLICIES),
  holds: z.boolean(),
  conditions: z.array(conditionTrace).readonly(),
});

const dependencyTrace = z.object({
  toggleId: id,
  value: z.string(),
  result: z.enum(['HOLDS', 'DOES_NOT_HOLD', 'CYCLE', 'UNKNOWN_TOGGLE']),
  answer: z
    .object({
      toggle: z.string(),
      value: z.string(),
      reason: z.enum(REASONS),
      ruleOrder: order.optional(),
    })
    .optional(),
});

const splitTrace = z.object({
  salt: z.string(),
  buckets: z.int(),
  bucket: z.int().optional(),
  ranges: z.array(z.object({ value: z.string(), from: z.number(), to: z.number() })).readonly(),
});

const reached = {
  order,
  result: z.enum(['MATCHED', 'NOT_MATCHED']),
  versionFilter: conditionTrace.optional(),
  split: splitTrace.optional(),
};

const ruleTrace = z.union([
  z.object({ order, type: z.enum(RULE_TYPES), result: z.literal('NOT_REACHED') }),
  z.discriminatedUnion('type', [
    z.object({ ...reached, type: z.literal('ALL_USERS') }),
    z.object({ ...reached, type: z.literal('PROPERTY'), condition: conditionTrace }),
    z.object({
      ...reached,
      type: z.literal('TARGET_GROUP'),
      policy: z.enum(TARGET_GROUP_RULE_POLICIES),
      groups: z.array(targetGroupTrace).readonly(),
    }),
    z.object({ ...reached, type: z.literal('TOGGLE_DEPENDENCY'), dependency: dependencyTrace }),
  ]),
]);

export const explanationSchema = z
  .object({
    toggleId: id,
    toggle: z.string().meta({ description: 'Its name.' }),
    value: z.string(),
    reason: z.enum(REASONS),
    ruleOrder: order.optional(),
    experimentId: id.optional(),
    errorCode: z.enum(EVALUATION_ERRORS).optional(),
    experimentStatus: z.enum(EXPERIMENT_STATUSES).optional(),
    rules: z.array(ruleTrace).readonly(),
  })
  .meta({ id: 'Explanation', description: 'What a toggle returns, and how that came about.' });
export type ToggleExplanation = z.infer<typeof explanationSchema>;

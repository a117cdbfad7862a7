import {
  EVALUATION_ERRORS,
  EXPERIMENT_STATUSES,
  EXPRESSIONS,
  REASONS,
  RULE_TYPES,
  TARGET_GROUP_POLICIES,
  TARGET_GROUP_RULE_POLICIES,
} from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { documented, id } from '../shapes.ts';

/** The JSON form of the engine's explanation. */

const order = z.int().check(z.minimum(1));

/** A value in the request. */
const one = z.union([z.string(), z.number(), z.boolean()]);
/** What the request had, if it can be shown. */
const seen = z.optional(z.union([one, z.readonly(z.array(one))]));

const conditionTrace = z.object({
  propertyId: id,
  property: z.optional(z.string()),
  expression: z.enum(EXPRESSIONS),
  term: z.string(),
  seen,
  result: z.enum(['HOLDS', 'DOES_NOT_HOLD', 'ABSENT', 'UNREADABLE', 'INVALID_CONDITION']),
});

const targetGroupTrace = z.object({
  id,
  name: z.string(),
  policy: z.enum(TARGET_GROUP_POLICIES),
  holds: z.boolean(),
  conditions: z.readonly(z.array(conditionTrace)),
});

const dependencyTrace = z.object({
  toggleId: id,
  value: z.string(),
  result: z.enum(['HOLDS', 'DOES_NOT_HOLD', 'CYCLE', 'UNKNOWN_TOGGLE']),
  answer: z.optional(
    z.object({
      toggle: z.string(),
      value: z.string(),
      reason: z.enum(REASONS),
      ruleOrder: z.optional(order),
    }),
  ),
});

const splitTrace = z.object({
  salt: z.string(),
  buckets: z.int(),
  bucket: z.optional(z.int()),
  ranges: z.readonly(z.array(z.object({ value: z.string(), from: z.number(), to: z.number() }))),
  by: documented(z.optional(z.object({ propertyId: id, property: z.optional(z.string()), seen })), {
    description: 'The property that the split divides by; absent where it divides users.',
  }),
});

const propertyTrace = { type: z.literal('PROPERTY'), condition: conditionTrace };
const targetGroupsTrace = {
  type: z.literal('TARGET_GROUP'),
  policy: z.enum(TARGET_GROUP_RULE_POLICIES),
  groups: z.readonly(z.array(targetGroupTrace)),
};
const toggleDependencyTrace = {
  type: z.literal('TOGGLE_DEPENDENCY'),
  dependency: dependencyTrace,
};
const holds = { holds: z.boolean() };
const partTrace = z.discriminatedUnion('type', [
  z.object({ ...holds, ...propertyTrace }),
  z.object({ ...holds, ...targetGroupsTrace }),
  z.object({ ...holds, ...toggleDependencyTrace }),
]);

/** The name that people gave to the rule, if any. */
const name = z.optional(z.string());

const reached = {
  order,
  name,
  result: z.enum(['MATCHED', 'NOT_MATCHED']),
  versionFilter: z.optional(conditionTrace),
  split: z.optional(splitTrace),
};

const ruleTrace = z.union([
  z.object({ order, name, type: z.enum(RULE_TYPES), result: z.literal('NOT_REACHED') }),
  z.discriminatedUnion('type', [
    z.object({ ...reached, type: z.literal('ALL_USERS') }),
    z.object({ ...reached, ...propertyTrace }),
    z.object({ ...reached, ...targetGroupsTrace }),
    z.object({ ...reached, ...toggleDependencyTrace }),
    z.object({
      ...reached,
      type: z.literal('COMBINED'),
      policy: z.enum(TARGET_GROUP_POLICIES),
      conditions: z.readonly(z.array(partTrace)),
    }),
  ]),
]);

export const explanationSchema = documented(
  z.object({
    toggleId: id,
    toggle: documented(z.string(), { description: 'Name of the toggle.' }),
    value: z.string(),
    reason: z.enum(REASONS),
    ruleOrder: z.optional(order),
    experimentId: z.optional(id),
    errorCode: z.optional(z.enum(EVALUATION_ERRORS)),
    experimentStatus: z.optional(z.enum(EXPERIMENT_STATUSES)),
    rules: z.readonly(z.array(ruleTrace)),
  }),
  { id: 'Explanation', description: 'What a toggle returns to a user, and why.' },
);
export type ToggleExplanation = z.infer<typeof explanationSchema>;

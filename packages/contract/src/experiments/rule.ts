import type { CombinedRule, Rule, RulePart } from '@comporta/engine/snapshot';
import {
  EXPRESSIONS,
  TARGET_GROUP_POLICIES,
  TARGET_GROUP_RULE_POLICIES,
} from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import type { TextBounds } from '../fields.ts';
import { documented, id } from '../shapes.ts';
import { valueSpecSchema } from './value-spec.ts';

const conditionPart = z.object({
  propertyId: documented(id, { description: 'The id of a property, or `uid`.' }),
  expression: z.enum(EXPRESSIONS),
  term: z.string(),
});

/** Source: T27. */
export const RULE_NAME = {
  maxChars: 60,
  tooLong: 'NAME_TOO_LONG',
} as const satisfies TextBounds;

const shared = {
  id: documented(id, {
    description: 'UUID of the rule within its experiment; edits do not change it.',
  }),
  order: z.int().check(z.minimum(1)),
  name: documented(z.optional(z.string()), {
    description: 'Name of the rule for people; it has no effect on evaluation.',
  }),
  valueSpec: valueSpecSchema,
  versionRule: z.optional(conditionPart),
};

/** A combined rule has at most this many conditions; a target group has 100. Source: RUL-21. */
export const RULE_MAX_CONDITIONS = 20;

const propertyPart = { type: z.literal('PROPERTY'), propertyRule: conditionPart };
const targetGroupPart = {
  type: z.literal('TARGET_GROUP'),
  targetGroupRule: z.object({
    policy: z.enum(TARGET_GROUP_RULE_POLICIES),
    targetGroupsIds: z.readonly(z.array(id)),
  }),
};
const toggleDependencyPart = {
  type: z.literal('TOGGLE_DEPENDENCY'),
  toggleDependencyRule: z.object({ toggleId: id, value: z.string() }),
};

/** Has only the part of the rule's type; ALL_USERS has none. */
export const ruleSchema = documented(
  z.discriminatedUnion('type', [
    z.object({ ...shared, type: z.literal('ALL_USERS') }),
    z.object({ ...shared, ...propertyPart }),
    z.object({ ...shared, ...targetGroupPart }),
    z.object({ ...shared, ...toggleDependencyPart }),
    z.object({
      ...shared,
      type: z.literal('COMBINED'),
      combinedRule: z.object({
        policy: documented(z.enum(TARGET_GROUP_POLICIES), {
          description: '`AND`: all conditions must hold. `OR`: one is enough.',
        }),
        conditions: documented(
          z.readonly(
            z.array(
              z.discriminatedUnion('type', [
                z.object(propertyPart),
                z.object(targetGroupPart),
                z.object(toggleDependencyPart),
              ]),
            ),
          ),
          {
            description:
              '2 to 20. Equal ones are stored once; a single one is stored as a rule of its own type.',
          },
        ),
      }),
    }),
  ]),
  { id: 'Rule', description: 'Which users a rule matches, and what it returns to them.' },
);

/** The users that a rule matches, apart from its version filter. */
export type Audience =
  | { readonly type: 'ALL_USERS' }
  | RulePart
  | { readonly type: 'COMBINED'; readonly combinedRule: CombinedRule };

/** A checked rule. An empty name removes the stored one; an absent name keeps it. */
export type CheckedRule = Rule & { readonly name?: string | undefined };

/** A rule as it is stored. Source: RES-10. */
export type StoredRule = CheckedRule & { readonly id: string };

/** A rule as the API returns it. */
export type OrderedRule = StoredRule & { readonly order: number };

/** Adds the place of each rule, from 1. Rules are tried in this order. */
export function orderedRules(rules: readonly StoredRule[]): OrderedRule[] {
  return rules.map((rule, index) => ({ ...rule, order: index + 1 }));
}

import type {
  Condition,
  Rule,
  TargetGroupRule,
  ToggleDependencyRule,
} from '@comporta/engine/snapshot';
import { EXPRESSIONS, TARGET_GROUP_RULE_POLICIES } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import type { TextBounds } from '../fields.ts';
import { documented, draftText, id } from '../shapes.ts';
import { valueSpecDraftSchema, valueSpecSchema } from './value-spec.ts';

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

/** Has only the part of the rule's type; ALL_USERS has none. */
export const ruleSchema = documented(
  z.discriminatedUnion('type', [
    z.object({ ...shared, type: z.literal('ALL_USERS') }),
    z.object({ ...shared, type: z.literal('PROPERTY'), propertyRule: conditionPart }),
    z.object({
      ...shared,
      type: z.literal('TARGET_GROUP'),
      targetGroupRule: z.object({
        policy: z.enum(TARGET_GROUP_RULE_POLICIES),
        targetGroupsIds: z.readonly(z.array(id)),
      }),
    }),
    z.object({
      ...shared,
      type: z.literal('TOGGLE_DEPENDENCY'),
      toggleDependencyRule: z.object({ toggleId: id, value: z.string() }),
    }),
  ]),
  { id: 'Rule', description: 'Which users a rule matches, and what it returns to them.' },
);

/** The users that a rule matches, apart from its version filter. */
export type Audience =
  | { readonly type: 'ALL_USERS' }
  | { readonly type: 'PROPERTY'; readonly propertyRule: Condition }
  | { readonly type: 'TARGET_GROUP'; readonly targetGroupRule: TargetGroupRule }
  | { readonly type: 'TOGGLE_DEPENDENCY'; readonly toggleDependencyRule: ToggleDependencyRule };

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

const conditionPartDraft = z.object({
  propertyId: draftText,
  expression: draftText,
  term: draftText,
});

/** Parts that do not belong to the rule's type are ignored. */
export const ruleDraftSchema = z.object({
  id: documented(z.nullish(z.string()), {
    description:
      'Id of a stored rule, to edit that one. Without it, the rule keeps the id of the stored one with the same type, condition and version filter, or gets a new id.',
  }),
  order: z.nullish(z.number()),
  name: documented(z.nullish(z.string()), {
    description:
      'At most 60 characters; null or empty: no name. Absent: the stored rule keeps its name.',
  }),
  type: draftText,
  propertyRule: z.nullish(conditionPartDraft),
  targetGroupRule: z.nullish(
    z.object({
      policy: draftText,
      targetGroupsIds: z.pipe(
        z.nullish(z.array(draftText)),
        z.transform((ids) => ids ?? []),
      ),
    }),
  ),
  toggleDependencyRule: z.nullish(z.object({ toggleId: draftText, value: draftText })),
  versionRule: z.nullish(conditionPartDraft),
  valueSpec: z.nullish(valueSpecDraftSchema),
});
export type RuleDraft = z.infer<typeof ruleDraftSchema>;

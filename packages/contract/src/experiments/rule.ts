import type {
  Condition,
  Rule,
  TargetGroupRule,
  ToggleDependencyRule,
} from '@comporta/engine/snapshot';
import { EXPRESSIONS, TARGET_GROUP_RULE_POLICIES } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { documented, draftText, id } from '../shapes.ts';
import { valueSpecDraftSchema, valueSpecSchema } from './value-spec.ts';

const conditionPart = z.object({
  propertyId: documented(id, { description: 'The id of a property, or `uid`.' }),
  expression: z.enum(EXPRESSIONS),
  term: z.string(),
});

const shared = {
  order: z.int().check(z.minimum(1)),
  valueSpec: valueSpecSchema,
  versionRule: z.optional(conditionPart),
};

/** Exactly one part, that of the rule's type; ALL_USERS has none. */
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
  { id: 'Rule', description: 'Whom it matches, and what it returns to them.' },
);

/** Whom a rule matches, apart from its version filter. */
export type Audience =
  | { readonly type: 'ALL_USERS' }
  | { readonly type: 'PROPERTY'; readonly propertyRule: Condition }
  | { readonly type: 'TARGET_GROUP'; readonly targetGroupRule: TargetGroupRule }
  | { readonly type: 'TOGGLE_DEPENDENCY'; readonly toggleDependencyRule: ToggleDependencyRule };

/** Rules as the API answers them: numbered from 1. */
export type OrderedRule = Rule & { readonly order: number };

export function orderedRules(rules: readonly Rule[]): OrderedRule[] {
  return rules.map((rule, index) => ({ ...rule, order: index + 1 }));
}

const conditionPartDraft = z.object({
  propertyId: draftText,
  expression: draftText,
  term: draftText,
});

/** Parts of another type than the rule's are not even looked at. */
export const ruleDraftSchema = z.object({
  order: z.nullish(z.number()),
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

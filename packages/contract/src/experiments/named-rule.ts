import type { SnapshotProperty } from '@comporta/engine/snapshot';
import * as z from 'zod/mini';
import { conditionProperties } from '../conditions/condition.ts';
import {
  type NamedCondition,
  namedCondition,
  namedConditionSchema,
  type UnnamedCondition,
} from '../conditions/named-condition.ts';
import { recordOf } from '../record-of.ts';

/**
 * A rule with names in place of ids: for documents, the audit log and sentences. Its place in its list is its order.
 * Only the shape is checked here; `checkExperiment` decides whether the contents are allowed.
 */
export const namedRuleSchema = z.object({
  name: z.optional(z.string()),
  type: z.string(),
  propertyRule: z.optional(namedConditionSchema),
  targetGroupRule: z.optional(
    z.object({ policy: z.string(), targetGroups: z.readonly(z.array(z.string())) }),
  ),
  toggleDependencyRule: z.optional(z.object({ toggle: z.string(), value: z.string() })),
  versionRule: z.optional(namedConditionSchema),
  valueSpec: z.object({
    type: z.string(),
    exactValue: z.optional(z.string()),
    split: z.optional(recordOf(z.number())),
  }),
});

type Part = Omit<
  z.infer<typeof namedRuleSchema>,
  'name' | 'propertyRule' | 'versionRule' | 'valueSpec'
>;

/** The users that a rule is for. */
export interface NamedAudience extends Part {
  readonly propertyRule?: NamedCondition | undefined;
  readonly versionRule?: NamedCondition | undefined;
}

/** A rule in words: with the keys and names of what it refers to instead of ids. */
export interface NamedRule extends NamedAudience {
  /** The name that people gave to the rule. */
  readonly name?: string | undefined;
  readonly valueSpec: z.infer<typeof namedRuleSchema>['valueSpec'];
}

/** A rule as it is stored, or as it is being edited and possibly incomplete. */
type UnnamedRule = {
  readonly name?: string | undefined;
  readonly valueSpec: NamedRule['valueSpec'];
  readonly versionRule?: UnnamedCondition | undefined;
} & (
  | { readonly type: 'ALL_USERS' }
  | { readonly type: 'PROPERTY'; readonly propertyRule: UnnamedCondition }
  | {
      readonly type: 'TARGET_GROUP';
      readonly targetGroupRule: {
        readonly policy: string;
        readonly targetGroupsIds: readonly string[];
      };
    }
  | {
      readonly type: 'TOGGLE_DEPENDENCY';
      readonly toggleDependencyRule: { readonly toggleId: string; readonly value: string };
    }
);

/** Looks up the names for the ids in a rule. */
export interface RuleNames {
  readonly condition: (condition: UnnamedCondition) => NamedCondition;
  readonly targetGroup: (id: string) => string;
  readonly toggle: (id: string) => string;
}

/** Parts that do not exist, or were not chosen yet, are left out or empty. */
export function namedRule(rule: UnnamedRule, names: RuleNames): NamedRule {
  const { name, type, valueSpec, versionRule } = rule;
  return {
    ...(name && { name }),
    type,
    ...namedPart(rule, names),
    ...(versionRule && { versionRule: names.condition(versionRule) }),
    valueSpec,
  };
}

function namedPart(rule: UnnamedRule, names: RuleNames): Partial<NamedAudience> {
  switch (rule.type) {
    case 'ALL_USERS':
      return {};
    case 'PROPERTY':
      return { propertyRule: names.condition(rule.propertyRule) };
    case 'TARGET_GROUP': {
      const { policy, targetGroupsIds } = rule.targetGroupRule;
      return { targetGroupRule: { policy, targetGroups: targetGroupsIds.map(names.targetGroup) } };
    }
    case 'TOGGLE_DEPENDENCY': {
      const { toggleId, value } = rule.toggleDependencyRule;
      return { toggleDependencyRule: { toggle: names.toggle(toggleId), value } };
    }
  }
}

/** What the rules of an experiment refer to. */
interface NamedThings {
  readonly properties: readonly SnapshotProperty[];
  readonly targetGroups: readonly { readonly id: string; readonly name: string }[];
  readonly toggles: readonly { readonly id: string; readonly name: string }[];
}

/** Looks up the names of referenced things; an id without a thing stands for itself. */
export function ruleNamesOf({ properties, targetGroups, toggles }: NamedThings): RuleNames {
  const known = conditionProperties(properties);
  const toggleNames = namesById(toggles);
  const groupNames = namesById(targetGroups);
  return {
    condition: (condition) => namedCondition(condition, known),
    targetGroup: (id) => groupNames.get(id) ?? id,
    toggle: (id) => toggleNames.get(id) ?? id,
  };
}

function namesById(things: NamedThings['toggles']): ReadonlyMap<string, string> {
  return new Map(things.map(({ id, name }) => [id, name]));
}

import type { SnapshotProperty } from '@comporta/engine/snapshot';
import * as z from 'zod/mini';
import { conditionProperties, type NamedList } from '../conditions/condition.ts';
import {
  type NamedCondition,
  namedCondition,
  namedConditionSchema,
  type UnnamedCondition,
} from '../conditions/named-condition.ts';
import { recordOf } from '../record-of.ts';
import { documented } from '../shapes.ts';

/** One part of a rule, with names in place of ids. */
export const namedPartSchema = z.object({
  type: z.string(),
  propertyRule: z.optional(namedConditionSchema),
  targetGroupRule: z.optional(
    z.object({ policy: z.string(), targetGroups: z.readonly(z.array(z.string())) }),
  ),
  toggleDependencyRule: z.optional(z.object({ toggle: z.string(), value: z.string() })),
});

/**
 * A rule with names in place of ids: for documents, the audit log and sentences. Its place in its list is its order.
 * Only the shape is checked here; `checkExperiment` decides whether the contents are allowed.
 */
export const namedRuleSchema = z.object({
  name: z.optional(z.string()),
  ...namedPartSchema.shape,
  combinedRule: z.optional(
    z.object({ policy: z.string(), conditions: z.readonly(z.array(namedPartSchema)) }),
  ),
  versionRule: z.optional(namedConditionSchema),
  valueSpec: z.object({
    type: z.string(),
    exactValue: z.optional(z.string()),
    split: z.optional(recordOf(z.number())),
    by: documented(z.optional(z.string()), {
      description: 'Key of the property that a SPLIT_BY divides by.',
    }),
  }),
});

/** The users that one part of a rule is for. */
export interface NamedPart extends Omit<z.infer<typeof namedPartSchema>, 'propertyRule'> {
  readonly propertyRule?: NamedCondition | undefined;
}

/** The users that a rule is for. */
export interface NamedAudience extends NamedPart {
  readonly combinedRule?:
    | { readonly policy: string; readonly conditions: readonly NamedPart[] }
    | undefined;
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
  | UnnamedPart
  | {
      readonly type: 'COMBINED';
      readonly combinedRule: {
        readonly policy: string;
        readonly conditions: readonly UnnamedPart[];
      };
    }
);

type UnnamedPart =
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
    };

/** Looks up the names for the ids in a rule. */
export interface RuleNames {
  readonly condition: (condition: UnnamedCondition) => NamedCondition;
  /** The key of a property. */
  readonly property: (id: string) => string;
  readonly targetGroup: (id: string) => string;
  readonly toggle: (id: string) => string;
}

/** Parts that do not exist, or were not chosen yet, are left out or empty. */
export function namedRule(rule: UnnamedRule, names: RuleNames): NamedRule {
  const { name, valueSpec, versionRule } = rule;
  return {
    ...(name && { name }),
    ...namedAudience(rule, names),
    ...(versionRule && { versionRule: names.condition(versionRule) }),
    valueSpec:
      valueSpec.by === undefined ? valueSpec : { ...valueSpec, by: names.property(valueSpec.by) },
  };
}

function namedAudience(rule: UnnamedRule, names: RuleNames): NamedAudience {
  const { type } = rule;
  switch (type) {
    case 'ALL_USERS':
      return { type };
    case 'COMBINED': {
      const { policy, conditions } = rule.combinedRule;
      const combinedRule = { policy, conditions: conditions.map((part) => namedPart(part, names)) };
      return { type, combinedRule };
    }
    default:
      return namedPart(rule, names);
  }
}

function namedPart(part: UnnamedPart, names: RuleNames): NamedPart {
  const { type } = part;
  switch (type) {
    case 'PROPERTY':
      return { type, propertyRule: names.condition(part.propertyRule) };
    case 'TARGET_GROUP': {
      const { policy, targetGroupsIds } = part.targetGroupRule;
      const targetGroups = targetGroupsIds.map(names.targetGroup);
      return { type, targetGroupRule: { policy, targetGroups } };
    }
    case 'TOGGLE_DEPENDENCY': {
      const { toggleId, value } = part.toggleDependencyRule;
      return { type, toggleDependencyRule: { toggle: names.toggle(toggleId), value } };
    }
  }
}

/** What the rules of an experiment refer to. */
interface NamedThings {
  readonly properties: readonly SnapshotProperty[];
  readonly targetGroups: readonly { readonly id: string; readonly name: string }[];
  readonly toggles: readonly { readonly id: string; readonly name: string }[];
  readonly idLists?: readonly NamedList[] | undefined;
}

/** Looks up the names of referenced things; an id without a thing stands for itself. */
export function ruleNamesOf({
  properties,
  targetGroups,
  toggles,
  idLists,
}: NamedThings): RuleNames {
  const known = conditionProperties(properties, idLists);
  const toggleNames = namesById(toggles);
  const groupNames = namesById(targetGroups);
  return {
    condition: (condition) => namedCondition(condition, known),
    property: (id) => known.get(id)?.key ?? id,
    targetGroup: (id) => groupNames.get(id) ?? id,
    toggle: (id) => toggleNames.get(id) ?? id,
  };
}

function namesById(things: NamedThings['toggles']): ReadonlyMap<string, string> {
  return new Map(things.map(({ id, name }) => [id, name]));
}

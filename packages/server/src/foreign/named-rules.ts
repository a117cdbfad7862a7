import type { NamedPart, NamedRule } from '@comporta/contract/experiments/named-rule';
import { RULE_MAX_CONDITIONS } from '@comporta/contract/experiments/rule';
import {
  EXPRESSIONS,
  type Expression,
  oppositeOf,
  type PropertyType,
} from '@comporta/engine/vocabulary';
import type { DocumentCondition, TargetGroups } from './group-names.ts';

type ValueSpec = NamedRule['valueSpec'];

/** What has to hold for a rule: conditions, and what only groups can say. */
export interface Demands {
  readonly conditions: readonly DocumentCondition[];
  /** Names of target groups. */
  readonly allOf: readonly string[];
  readonly noneOf: readonly string[];
}

export function everyone(value: string): NamedRule {
  return { type: 'ALL_USERS', valueSpec: exactly(value) };
}

export function exactly(exactValue: string): ValueSpec {
  return { type: 'EXACT_VALUE', exactValue };
}

/** The rule for users with all, or any, of the parts; without a part it is for everyone. */
export function ruleOf(
  parts: readonly NamedPart[],
  valueSpec: ValueSpec,
  policy: 'AND' | 'OR' = 'AND',
): NamedRule {
  const [part, ...others] = parts;
  if (part === undefined) return { type: 'ALL_USERS', valueSpec };
  if (others.length === 0) return { ...part, valueSpec };
  return { type: 'COMBINED', combinedRule: { policy, conditions: parts }, valueSpec };
}

/** All demands as parts of one rule. More conditions than a rule can have become a group. Throws UnsupportedFeature. */
export function partsOf(demands: Demands, targetGroups: TargetGroups): readonly NamedPart[] {
  const parts = asParts(demands);
  if (parts.length <= RULE_MAX_CONDITIONS) return parts;
  const { conditions, allOf, noneOf } = demands;
  const group = targetGroups.nameOf('AND', conditions);
  return asParts({ conditions: [], allOf: [...allOf, group], noneOf });
}

function asParts({ conditions, allOf, noneOf }: Demands): NamedPart[] {
  const distinct = new Map(
    conditions.map((condition) => [JSON.stringify(condition), condition] as const),
  );
  return [
    ...[...distinct.values()].map((propertyRule) => ({ type: 'PROPERTY', propertyRule })),
    ...groupParts('ALL_OF', allOf),
    ...groupParts('NONE_OF', noneOf),
  ];
}

function groupParts(policy: 'ALL_OF' | 'NONE_OF', names: readonly string[]): NamedPart[] {
  const targetGroups = [...new Set(names)];
  return targetGroups.length > 0
    ? [{ type: 'TARGET_GROUP', targetGroupRule: { policy, targetGroups } }]
    : [];
}

/** The expression that holds whenever this one does not; undefined when there is none. */
export function negationOf(type: PropertyType, expression: Expression): Expression | undefined {
  if (type === 'NUMERIC' && expression === 'EQUALS') return 'NOT_IN';
  return EXPRESSIONS.find((one) => oppositeOf(one) === expression);
}

import { EXPERIMENT_MAX_RULES } from '@comporta/contract/experiments/experiment';
import type { NamedPart, NamedRule } from '@comporta/contract/experiments/named-rule';
import { RULE_MAX_CONDITIONS } from '@comporta/contract/experiments/rule';
import { type Expression, oppositeOf, type PropertyType } from '@comporta/engine/vocabulary';
import type { DocumentCondition, TargetGroups } from './group-names.ts';
import { negationOf, partsOf, ruleOf } from './named-rules.ts';
import { UnsupportedFeature } from './unsupported-feature.ts';

/** What one part of a rule can say. */
type Literal =
  | {
      readonly kind: 'CONDITION';
      readonly type: PropertyType;
      readonly condition: DocumentCondition & { readonly expression: Expression };
    }
  | { readonly kind: 'GROUP'; readonly policy: 'ALL_OF' | 'NONE_OF'; readonly name: string };

/** What targeting asks of a user. */
export type Formula =
  | Literal
  | { readonly kind: 'ALL' | 'ANY'; readonly formulas: readonly Formula[] };

export const EVERYBODY: Formula = { kind: 'ALL', formulas: [] };
export const NOBODY: Formula = { kind: 'ANY', formulas: [] };

export function allOf(formulas: readonly Formula[]): Formula {
  return joined('ALL', formulas);
}

export function anyOf(formulas: readonly Formula[]): Formula {
  return joined('ANY', formulas);
}

/** Without another level where one of the same kind, or only one, is enough. */
function joined(kind: 'ALL' | 'ANY', formulas: readonly Formula[]): Formula {
  const flat = formulas.flatMap((one) => (one.kind === kind ? one.formulas : [one]));
  const [first, ...others] = flat;
  return first !== undefined && others.length === 0 ? first : { kind, formulas: flat };
}

/** Holds for all whom the other does not hold for. What has no word with NOT_ is in none of a group. */
export function not(formula: Formula, groups: TargetGroups): Formula {
  switch (formula.kind) {
    case 'ALL':
      return anyOf(formula.formulas.map((one) => not(one, groups)));
    case 'ANY':
      return allOf(formula.formulas.map((one) => not(one, groups)));
    case 'GROUP':
      return { ...formula, policy: formula.policy === 'ALL_OF' ? 'NONE_OF' : 'ALL_OF' };
    case 'CONDITION': {
      const { type, condition } = formula;
      const { expression } = condition;
      const opposite = oppositeOf(expression) ?? negationOf(type, expression);
      if (opposite !== undefined) {
        return { ...formula, condition: { ...condition, expression: opposite } };
      }
      return { kind: 'GROUP', policy: 'NONE_OF', name: groups.nameOf('OR', [condition]) };
    }
  }
}

/** A group of this name; a formula that no group can say stays as it is. */
export function namedGroup(formula: Formula, name: string, groups: TargetGroups): Formula {
  const policy = formula.kind === 'ANY' ? 'OR' : 'AND';
  const conditions = conditionsOf('formulas' in formula ? formula.formulas : [formula]);
  if (conditions === undefined) return formula;
  return { kind: 'GROUP', policy: 'ALL_OF', name: groups.nameOf(policy, conditions, name) };
}

/** The rules, one after the other, that give the value to all whom the formula holds for. Throws UnsupportedFeature. */
export function rulesFor(
  formula: Formula,
  valueSpec: NamedRule['valueSpec'],
  groups: TargetGroups,
): NamedRule[] {
  if (formula.kind === 'ANY' && formula.formulas.length <= RULE_MAX_CONDITIONS) {
    const parts = formula.formulas.map((one) => partOf(one));
    if (parts.length > 0 && parts.every((part) => part !== undefined)) {
      return [ruleOf(parts, valueSpec, 'OR')];
    }
  }
  return alternatives(formula, groups).map((literals) => {
    const names = (policy: string) =>
      literals.flatMap((one) => (one.kind === 'GROUP' && one.policy === policy ? [one.name] : []));
    const conditions = literals.flatMap((one) => (one.kind === 'CONDITION' ? [one.condition] : []));
    const demands = { conditions, allOf: names('ALL_OF'), noneOf: names('NONE_OF') };
    return ruleOf(partsOf(demands, groups), valueSpec);
  });
}

function partOf(formula: Formula): NamedPart | undefined {
  if (formula.kind === 'CONDITION') return { type: 'PROPERTY', propertyRule: formula.condition };
  if (formula.kind !== 'GROUP') return undefined;
  const { policy, name } = formula;
  return { type: 'TARGET_GROUP', targetGroupRule: { policy, targetGroups: [name] } };
}

/** Disjunctive normal form: one of these has to hold, with all its literals. */
function alternatives(formula: Formula, groups: TargetGroups): (readonly Literal[])[] {
  switch (formula.kind) {
    case 'ANY':
      return bounded(formula.formulas.flatMap((one) => alternatives(one, groups)));
    case 'ALL':
      return formula.formulas.reduce<(readonly Literal[])[]>(
        (found, one) => {
          const others = alternatives(asGroup(one, groups), groups);
          return bounded(found.flatMap((some) => others.map((other) => [...some, ...other])));
        },
        [[]],
      );
    default:
      return [[formula]];
  }
}

function bounded<Item>(items: Item[]): Item[] {
  if (items.length <= EXPERIMENT_MAX_RULES) return items;
  throw new UnsupportedFeature(`it needs more than ${EXPERIMENT_MAX_RULES} rules`);
}

/** Conditions of which one is enough are one group, which keeps the rules few. */
function asGroup(formula: Formula, groups: TargetGroups): Formula {
  const conditions = formula.kind === 'ANY' ? conditionsOf(formula.formulas) : undefined;
  if (conditions === undefined) return formula;
  return { kind: 'GROUP', policy: 'ALL_OF', name: groups.nameOf('OR', conditions) };
}

/** Undefined unless all of them are conditions. */
function conditionsOf(formulas: readonly Formula[]): DocumentCondition[] | undefined {
  const conditions = formulas.flatMap((one) => (one.kind === 'CONDITION' ? [one.condition] : []));
  return conditions.length === formulas.length && conditions.length > 0 ? conditions : undefined;
}

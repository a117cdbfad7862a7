import { type CompiledCondition, listNamed } from './condition.ts';
import { allOf, anyOf, exactlyOneOf, type Fact, noneOf } from './fact.ts';
import type { SnapshotTargetGroup } from './snapshot.ts';
import type { TargetGroupPolicy, TargetGroupRulePolicy } from './vocabulary.ts';

/** A group that is ready to be evaluated, and to be explained. */
export interface CompiledTargetGroup {
  readonly source: SnapshotTargetGroup;
  readonly conditions: readonly CompiledCondition[];
  /** The ids of the lists that its conditions name. */
  readonly lists: readonly string[];
  readonly fact: Fact;
}

export function compileTargetGroup(
  source: SnapshotTargetGroup,
  conditions: readonly CompiledCondition[],
): CompiledTargetGroup {
  const facts = conditions.map((condition) => condition.fact);
  const lists = source.conditions.flatMap(listNamed);
  return { source, conditions, lists, fact: factOfConditions(source.policy, facts) };
}

/** Whether one of the conditions holds, or all of them do. */
export function factOfConditions(policy: TargetGroupPolicy, conditions: readonly Fact[]): Fact {
  switch (policy) {
    case 'OR':
      return anyOf(conditions);
    case 'AND':
      return allOf(conditions);
  }
}

/** Whether a user is in as many of the groups as the policy of a rule says. */
export function factOfGroups(
  policy: TargetGroupRulePolicy,
  groups: readonly CompiledTargetGroup[],
): Fact {
  const facts = groups.map((group) => group.fact);
  switch (policy) {
    case 'ALL_OF':
      return allOf(facts);
    case 'ANY_OF':
      return anyOf(facts);
    case 'ONE_OF':
      return exactlyOneOf(facts);
    case 'NONE_OF':
      return noneOf(facts);
  }
}

import { type CompiledCondition, conditionHolds } from './condition.ts';
import type { Condition, Rule, TargetGroupRule, ToggleDependencyRule } from './snapshot.ts';
import { type CompiledTargetGroup, testTargetGroups } from './target-group.ts';
import type { Test } from './walk.ts';

/** Where a rule finds the conditions and target groups that it shares with others. */
export interface Nodes {
  readonly condition: (source: Condition) => CompiledCondition;
  readonly targetGroup: (id: string) => CompiledTargetGroup;
}

/** Whom a rule is for, apart from its version filter. */
export type Audience =
  | { readonly type: 'ALL_USERS' }
  | { readonly type: 'PROPERTY'; readonly condition: CompiledCondition }
  | {
      readonly type: 'TARGET_GROUP';
      readonly policy: TargetGroupRule['policy'];
      readonly groups: readonly CompiledTargetGroup[];
    }
  | { readonly type: 'TOGGLE_DEPENDENCY'; readonly dependency: ToggleDependencyRule };

export interface RuleMatcher {
  readonly audience: Audience;
  readonly versionFilter: CompiledCondition | undefined;
  readonly matches: Test;
}

/** `toggleId` is the toggle that the rule belongs to. */
export function compileRuleMatcher(rule: Rule, toggleId: string, nodes: Nodes): RuleMatcher {
  const audience = compileAudience(rule, nodes);
  const inAudience = testAudience(audience, toggleId);
  if (rule.versionRule === undefined) {
    return { audience, versionFilter: undefined, matches: inAudience };
  }
  const versionFilter = nodes.condition(rule.versionRule);
  const matches: Test = (walk) => conditionHolds(versionFilter, walk) && inAudience(walk);
  return { audience, versionFilter, matches };
}

function compileAudience(rule: Rule, nodes: Nodes): Audience {
  switch (rule.type) {
    case 'ALL_USERS':
      return { type: rule.type };
    case 'PROPERTY':
      return { type: rule.type, condition: nodes.condition(rule.propertyRule) };
    case 'TARGET_GROUP': {
      const { policy, targetGroupsIds } = rule.targetGroupRule;
      return { type: rule.type, policy, groups: targetGroupsIds.map(nodes.targetGroup) };
    }
    case 'TOGGLE_DEPENDENCY':
      return { type: rule.type, dependency: rule.toggleDependencyRule };
  }
}

function testAudience(audience: Audience, toggleId: string): Test {
  switch (audience.type) {
    case 'ALL_USERS':
      return () => true;
    case 'PROPERTY': {
      const { condition } = audience;
      return (walk) => conditionHolds(condition, walk);
    }
    case 'TARGET_GROUP':
      return testTargetGroups(audience.policy, audience.groups);
    case 'TOGGLE_DEPENDENCY': {
      const { dependency } = audience;
      return (walk) => {
        const answer = walk.answers.answerOf(dependency.toggleId, toggleId, walk);
        return answer !== undefined && answer !== 'CYCLE' && answer.value === dependency.value;
      };
    }
  }
}

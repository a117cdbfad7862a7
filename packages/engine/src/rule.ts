import { type CompiledCondition, conditionHolds } from './condition.ts';
import type { Condition, Rule, ToggleDependencyRule } from './snapshot.ts';
import { type CompiledTargetGroup, targetGroupsMatch } from './target-group.ts';
import type { TargetGroupRulePolicy } from './vocabulary.ts';
import type { Walk } from './walk.ts';

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
      readonly policy: TargetGroupRulePolicy;
      readonly groups: readonly CompiledTargetGroup[];
    }
  | { readonly type: 'TOGGLE_DEPENDENCY'; readonly dependency: ToggleDependencyRule };

export function compileAudience(rule: Rule, nodes: Nodes): Audience {
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

/** `toggleId` is the toggle that the rule belongs to. */
export function isInAudience(audience: Audience, toggleId: string, walk: Walk): boolean {
  switch (audience.type) {
    case 'ALL_USERS':
      return true;
    case 'PROPERTY':
      return conditionHolds(audience.condition, walk);
    case 'TARGET_GROUP':
      return targetGroupsMatch(audience.policy, audience.groups, walk);
    case 'TOGGLE_DEPENDENCY': {
      const answer = walk.answers.answerOf(audience.dependency.toggleId, toggleId, walk);
      return typeof answer === 'object' && answer.value === audience.dependency.value;
    }
  }
}

import { type CompiledCondition, conditionHolds } from './condition.ts';
import type { Condition, Rule, SnapshotToggle, ToggleDependencyRule } from './snapshot.ts';
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

/** Writes the types anew: text of a parsed snapshot equals them without being them, which is slower to compare. */
export function compileAudience(rule: Rule, nodes: Nodes): Audience {
  switch (rule.type) {
    case 'ALL_USERS':
      return { type: 'ALL_USERS' };
    case 'PROPERTY':
      return { type: 'PROPERTY', condition: nodes.condition(rule.propertyRule) };
    case 'TARGET_GROUP': {
      const { policy, targetGroupsIds } = rule.targetGroupRule;
      return { type: 'TARGET_GROUP', policy, groups: targetGroupsIds.map(nodes.targetGroup) };
    }
    case 'TOGGLE_DEPENDENCY':
      return { type: 'TOGGLE_DEPENDENCY', dependency: rule.toggleDependencyRule };
  }
}

/** `owner` is the toggle that the rule belongs to. */
export function isInAudience(audience: Audience, owner: SnapshotToggle, walk: Walk): boolean {
  switch (audience.type) {
    case 'ALL_USERS':
      return true;
    case 'PROPERTY':
      return conditionHolds(audience.condition, walk);
    case 'TARGET_GROUP':
      return targetGroupsMatch(audience.policy, audience.groups, walk);
    case 'TOGGLE_DEPENDENCY': {
      const answer = walk.answers.answerOf(audience.dependency.toggleId, owner.id, walk);
      return typeof answer === 'object' && answer.value === audience.dependency.value;
    }
  }
}

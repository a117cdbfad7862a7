import type { CompiledCondition } from './condition.ts';
import { ALWAYS, allOf, type Fact, factOf } from './fact.ts';
import type { Condition, Rule, SnapshotToggle, ToggleDependencyRule } from './snapshot.ts';
import { type CompiledTargetGroup, factOfGroups } from './target-group.ts';
import type { TargetGroupRulePolicy } from './vocabulary.ts';

/** Gives a rule the compiled conditions and target groups that it shares with others. */
export interface Nodes {
  readonly condition: (source: Condition) => CompiledCondition;
  readonly targetGroup: (id: string) => CompiledTargetGroup;
}

/** The users that a rule is for, apart from its version filter. */
export type Audience =
  | { readonly type: 'ALL_USERS' }
  | { readonly type: 'PROPERTY'; readonly condition: CompiledCondition }
  | {
      readonly type: 'TARGET_GROUP';
      readonly policy: TargetGroupRulePolicy;
      readonly groups: readonly CompiledTargetGroup[];
    }
  | { readonly type: 'TOGGLE_DEPENDENCY'; readonly dependency: ToggleDependencyRule };

/** Creates no new nodes if they exist already, so `explain` can call it again. */
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

/** All that a rule requires: its version filter and its audience. `owner` is the toggle of the rule. */
export function factOfRule(rule: Rule, owner: SnapshotToggle, nodes: Nodes): Fact {
  const inAudience = factOfAudience(compileAudience(rule, nodes), owner);
  if (rule.versionRule === undefined) return inAudience;
  return allOf([nodes.condition(rule.versionRule).fact, inAudience]);
}

function factOfAudience(audience: Audience, owner: SnapshotToggle): Fact {
  switch (audience.type) {
    case 'ALL_USERS':
      return ALWAYS;
    case 'PROPERTY':
      return audience.condition.fact;
    case 'TARGET_GROUP':
      return factOfGroups(audience.policy, audience.groups);
    case 'TOGGLE_DEPENDENCY': {
      const { toggleId, value } = audience.dependency;
      return factOf((evaluation) => {
        const answer = evaluation.resolver.resolveToggle(toggleId, owner.id, evaluation);
        return typeof answer === 'object' && answer.value === value;
      });
    }
  }
}

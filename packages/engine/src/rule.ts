import type { CompiledCondition } from './condition.ts';
import { ALWAYS, allOf, type Fact, factOf } from './fact.ts';
import type { IdLists } from './id-lists/id-lists.ts';
import type { CompiledProperty } from './property.ts';
import type {
  Condition,
  Rule,
  RulePart,
  SnapshotToggle,
  ToggleDependencyRule,
} from './snapshot.ts';
import { type CompiledTargetGroup, factOfConditions, factOfGroups } from './target-group.ts';
import type { TargetGroupPolicy, TargetGroupRulePolicy } from './vocabulary.ts';

/** Gives a rule the compiled conditions and target groups that it shares with others. */
export interface Nodes {
  readonly properties: ReadonlyMap<string, CompiledProperty>;
  readonly condition: (source: Condition) => CompiledCondition;
  readonly lists: IdLists;
  readonly targetGroup: (id: string) => CompiledTargetGroup;
  /** The fact of an equal audience, or else the one that `make` returns. */
  readonly combined: (audience: CombinedAudience, owner: SnapshotToggle, make: () => Fact) => Fact;
}

/** The users that a rule is for, apart from its version filter. */
export type Audience = { readonly type: 'ALL_USERS' } | AudiencePart | CombinedAudience;

/** The users that one part of a rule is for. */
export type AudiencePart =
  | { readonly type: 'PROPERTY'; readonly condition: CompiledCondition }
  | {
      readonly type: 'TARGET_GROUP';
      readonly policy: TargetGroupRulePolicy;
      readonly groups: readonly CompiledTargetGroup[];
    }
  | { readonly type: 'TOGGLE_DEPENDENCY'; readonly dependency: ToggleDependencyRule };

/** The users for whom one of the parts, or each of them, holds. */
export interface CombinedAudience {
  readonly type: 'COMBINED';
  readonly policy: TargetGroupPolicy;
  readonly parts: readonly AudiencePart[];
}

/** Creates no new nodes if they exist already, so `explain` can call it again. */
export function compileAudience(rule: Rule, nodes: Nodes): Audience {
  switch (rule.type) {
    case 'ALL_USERS':
      return { type: rule.type };
    case 'COMBINED': {
      const { policy, conditions } = rule.combinedRule;
      return { type: rule.type, policy, parts: conditions.map((part) => compilePart(part, nodes)) };
    }
    default:
      return compilePart(rule, nodes);
  }
}

function compilePart(part: RulePart, nodes: Nodes): AudiencePart {
  switch (part.type) {
    case 'PROPERTY':
      return { type: part.type, condition: nodes.condition(part.propertyRule) };
    case 'TARGET_GROUP': {
      const { policy, targetGroupsIds } = part.targetGroupRule;
      return { type: part.type, policy, groups: targetGroupsIds.map(nodes.targetGroup) };
    }
    case 'TOGGLE_DEPENDENCY':
      return { type: part.type, dependency: part.toggleDependencyRule };
  }
}

/** All that a rule requires: its version filter and its audience. `owner` is the toggle of the rule. */
export function factOfRule(rule: Rule, owner: SnapshotToggle, nodes: Nodes): Fact {
  const inAudience = factOfAudience(compileAudience(rule, nodes), owner, nodes);
  if (rule.versionRule === undefined) return inAudience;
  return allOf([nodes.condition(rule.versionRule).fact, inAudience]);
}

function factOfAudience(audience: Audience, owner: SnapshotToggle, nodes: Nodes): Fact {
  switch (audience.type) {
    case 'ALL_USERS':
      return ALWAYS;
    case 'COMBINED': {
      const { policy, parts } = audience;
      return nodes.combined(audience, owner, () =>
        factOfConditions(
          policy,
          parts.map((part) => factOfPart(part, owner)),
        ),
      );
    }
    default:
      return factOfPart(audience, owner);
  }
}

/** Whether one part of a rule of the toggle `owner` holds. */
export function factOfPart(part: AudiencePart, owner: SnapshotToggle): Fact {
  switch (part.type) {
    case 'PROPERTY':
      return part.condition.fact;
    case 'TARGET_GROUP':
      return factOfGroups(part.policy, part.groups);
    case 'TOGGLE_DEPENDENCY': {
      const { toggleId, value } = part.dependency;
      return factOf((evaluation) => {
        const answer = evaluation.resolver.resolveToggle(toggleId, owner.id, evaluation);
        return typeof answer === 'object' && answer.value === value;
      });
    }
  }
}

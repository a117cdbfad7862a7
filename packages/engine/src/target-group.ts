import { type CompiledCondition, conditionHolds } from './condition.ts';
import type { SnapshotTargetGroup } from './snapshot.ts';
import type { TargetGroupPolicy, TargetGroupRulePolicy } from './vocabulary.ts';
import type { Walk } from './walk.ts';

export interface CompiledTargetGroup {
  readonly source: SnapshotTargetGroup;
  readonly policy: TargetGroupPolicy;
  readonly conditions: readonly CompiledCondition[];
  turn: number;
  holds: boolean;
}

export function compileTargetGroup(
  source: SnapshotTargetGroup,
  conditions: readonly CompiledCondition[],
): CompiledTargetGroup {
  return { source, policy: source.policy, conditions, turn: 0, holds: false };
}

export function targetGroupHolds(group: CompiledTargetGroup, walk: Walk): boolean {
  if (group.turn !== walk.turn) {
    group.holds = conditionsHold(group, walk);
    group.turn = walk.turn;
  }
  return group.holds;
}

function conditionsHold({ policy, conditions }: CompiledTargetGroup, walk: Walk): boolean {
  switch (policy) {
    case 'OR':
      for (const condition of conditions) if (conditionHolds(condition, walk)) return true;
      return false;
    case 'AND':
      for (const condition of conditions) if (!conditionHolds(condition, walk)) return false;
      return true;
  }
}

export function targetGroupsMatch(
  policy: TargetGroupRulePolicy,
  groups: readonly CompiledTargetGroup[],
  walk: Walk,
): boolean {
  switch (policy) {
    case 'ALL_OF':
      return countHolding(groups, walk, groups.length) === groups.length;
    case 'ANY_OF':
      return countHolding(groups, walk, 1) === 1;
    case 'ONE_OF':
      return countHolding(groups, walk, 2) === 1;
    case 'NONE_OF':
      return countHolding(groups, walk, 1) === 0;
  }
}

/** Counts no further than `enough`. */
function countHolding(groups: readonly CompiledTargetGroup[], walk: Walk, enough: number): number {
  let holding = 0;
  for (const group of groups) {
    if (targetGroupHolds(group, walk)) holding++;
    if (holding === enough) return holding;
  }
  return holding;
}

import type { RulePart, ToggleDependencyRule } from '@comporta/engine/snapshot';
import type { RulePartType, TargetGroupRulePolicy } from '@comporta/engine/vocabulary';
import { type ConditionText, NEW_CONDITION } from '../../parts/conditions/condition-form.ts';

/** One condition of a rule during editing; it has the member of its type and no other. */
export type EditedPart =
  /** Undefined only in a rule that was loaded without it. */
  | { readonly type: 'PROPERTY'; readonly propertyRule: ConditionText | undefined }
  | { readonly type: 'TARGET_GROUP'; readonly targetGroupRule: GroupsPart }
  | { readonly type: 'TOGGLE_DEPENDENCY'; readonly toggleDependencyRule: ToggleDependencyRule };

export interface GroupsPart {
  readonly policy: TargetGroupRulePolicy;
  readonly targetGroupsIds: readonly string[];
}

export function emptyPart(type: RulePartType): EditedPart {
  switch (type) {
    case 'PROPERTY':
      return { type, propertyRule: NEW_CONDITION };
    case 'TARGET_GROUP':
      return { type, targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [] } };
    case 'TOGGLE_DEPENDENCY':
      return { type, toggleDependencyRule: { toggleId: '', value: '' } };
  }
}

/** The part alone, without a key and without what else a rule has. */
export function partOf(part: EditedPart): EditedPart {
  switch (part.type) {
    case 'PROPERTY':
      return { type: part.type, propertyRule: part.propertyRule };
    case 'TARGET_GROUP':
      return { type: part.type, targetGroupRule: part.targetGroupRule };
    case 'TOGGLE_DEPENDENCY':
      return { type: part.type, toggleDependencyRule: part.toggleDependencyRule };
  }
}

/** A loaded part; an older service may have stored it without its member. */
export function loadedPart(loaded: RulePart): EditedPart {
  const part = partOf(loaded);
  const isWhole = part.type === 'PROPERTY' || Object.values(part).every(Boolean);
  return isWhole ? part : emptyPart(part.type);
}

/** The type of a request body has mutable lists, so the list is copied. */
export function sentPart(edited: EditedPart) {
  const part = partOf(edited);
  if (part.type !== 'TARGET_GROUP') return part;
  const { policy, targetGroupsIds } = part.targetGroupRule;
  return { ...part, targetGroupRule: { policy, targetGroupsIds: [...targetGroupsIds] } };
}

export function withoutGroup(part: EditedPart, groupId: string): EditedPart {
  if (part.type !== 'TARGET_GROUP') return part;
  const { policy, targetGroupsIds } = part.targetGroupRule;
  const others = targetGroupsIds.filter((id) => id !== groupId);
  return { ...part, targetGroupRule: { policy, targetGroupsIds: others } };
}

/** Inserts a group at an index; a group that the part already has keeps its place. */
export function withGroupAt(part: EditedPart, groupId: string, index: number): EditedPart {
  if (part.type !== 'TARGET_GROUP') return part;
  const { policy, targetGroupsIds } = part.targetGroupRule;
  if (targetGroupsIds.includes(groupId)) return part;
  return {
    ...part,
    targetGroupRule: { policy, targetGroupsIds: targetGroupsIds.toSpliced(index, 0, groupId) },
  };
}

import { type ConditionProperties, checkCondition } from '@comporta/contract/conditions/condition';
import type { RollOut, RollOutAudience } from '@comporta/contract/experiments/roll-out';
import type { TargetGroupDraft } from '@comporta/contract/target-groups/target-group';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { UID } from '@comporta/engine/vocabulary';
import { type ConditionText, NEW_CONDITION } from '../conditions/condition-form.ts';

export const AUDIENCES = ['everyone', 'percentage', 'property', 'group', 'users'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The limits of fields. */
export const FIELD_LIMITS = { percentage: { min: 1, max: 99 }, users: { max: 100 } } as const;

export interface RollOutDraft {
  readonly value: string;
  readonly audience: Audience;
  readonly percentage: string;
  /** Of a property or group: how many of its users get the value. */
  readonly share: string;
  readonly condition: ConditionText;
  /** Users of a property are also kept as a target group of this name; empty: they are not. */
  readonly groupName: string;
  readonly groupId: string;
  readonly users: string;
}

export function rollOutDraft({ values, defaultValue }: Toggle): RollOutDraft {
  const value = values.find((one) => one !== defaultValue) ?? defaultValue;
  return {
    value,
    audience: 'everyone',
    percentage: '50',
    share: '100',
    condition: NEW_CONDITION,
    groupName: '',
    groupId: '',
    users: '',
  };
}

/** The roll-out that a draft describes; undefined while the draft is incomplete. */
export function rollOutOf(
  draft: RollOutDraft,
  properties: ConditionProperties,
): RollOut | undefined {
  const { value, audience } = draft;
  switch (audience) {
    case 'everyone':
      return { value, audience: { type: 'ALL_USERS' }, share: 100 };
    case 'percentage': {
      const share = wholeNumber(draft.percentage, FIELD_LIMITS.percentage.max);
      return share === undefined ? undefined : { value, audience: { type: 'ALL_USERS' }, share };
    }
    default: {
      const asked = audienceOf(draft, properties);
      const share = audience === 'users' ? 100 : wholeNumber(draft.share, 100);
      return asked && share !== undefined ? { value, audience: asked, share } : undefined;
    }
  }
}

function audienceOf(
  { audience, condition, groupName, groupId, users }: RollOutDraft,
  properties: ConditionProperties,
): RollOutAudience | undefined {
  switch (audience) {
    case 'property': {
      const checked = checkCondition(condition, properties);
      if (!checked.ok) return undefined;
      if (groupName.trim() !== '') return usersIn(UNSAVED_GROUP);
      return { type: 'PROPERTY', propertyRule: checked.value };
    }
    case 'group':
      return groupId === '' ? undefined : usersIn(groupId);
    default: {
      const uids = users.split(',').map((uid) => uid.trim());
      if (uids.includes('') || uids.length > FIELD_LIMITS.users.max) return undefined;
      const propertyRule = { propertyId: UID, expression: 'IN', term: uids.join(', ') } as const;
      return { type: 'PROPERTY', propertyRule };
    }
  }
}

/** The id of a group that is saved only with the roll-out. */
const UNSAVED_GROUP = 'new';

export function usersIn(groupId: string): RollOutAudience {
  const targetGroupRule = { policy: 'ANY_OF', targetGroupsIds: [groupId] } as const;
  return { type: 'TARGET_GROUP', targetGroupRule };
}

/** The group that a roll-out keeps its users as. */
export function keptGroup({ audience, groupName, condition }: RollOutDraft) {
  if (audience !== 'property' || groupName.trim() === '') return undefined;
  const conditions = [{ id: 'new-1', ...condition }];
  return { name: groupName, description: '', policy: 'AND', conditions } satisfies TargetGroupDraft;
}

function wholeNumber(text: string, most: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined;
}

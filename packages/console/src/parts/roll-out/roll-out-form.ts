import { type ConditionProperties, checkCondition } from '@comporta/contract/conditions/condition';
import type { RollOut, RollOutAudience } from '@comporta/contract/experiments/roll-out';
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
  { audience, condition, groupId, users }: RollOutDraft,
  properties: ConditionProperties,
): RollOutAudience | undefined {
  switch (audience) {
    case 'property': {
      const checked = checkCondition(condition, properties);
      return checked.ok ? { type: 'PROPERTY', propertyRule: checked.value } : undefined;
    }
    case 'group': {
      const targetGroupRule = { policy: 'ANY_OF', targetGroupsIds: [groupId] } as const;
      return groupId === '' ? undefined : { type: 'TARGET_GROUP', targetGroupRule };
    }
    default: {
      const uids = users.split(',').map((uid) => uid.trim());
      if (uids.includes('') || uids.length > FIELD_LIMITS.users.max) return undefined;
      const propertyRule = { propertyId: UID, expression: 'IN', term: uids.join(', ') } as const;
      return { type: 'PROPERTY', propertyRule };
    }
  }
}

function wholeNumber(text: string, most: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined;
}

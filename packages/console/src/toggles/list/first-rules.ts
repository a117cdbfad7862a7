import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { ExperimentBody } from '../../data/experiment-queries.ts';

export const FIRST_AUDIENCES = ['everyone', 'percentage', 'users'] as const;
export type FirstAudience = (typeof FIRST_AUDIENCES)[number];

const MAX_USERS = 100;
const MAX_SHARE = 99;

/** The limits of the field of an audience. */
export const FIELD_LIMITS = {
  percentage: { min: 1, max: MAX_SHARE },
  users: { max: MAX_USERS },
} as const;

export interface FirstRulesDraft {
  readonly value: string;
  readonly audience: FirstAudience;
  readonly percentage: string;
  readonly users: string;
}

export function firstRulesDraft({ values, defaultValue }: Toggle): FirstRulesDraft {
  const value = values.find((one) => one !== defaultValue) ?? defaultValue;
  return { value, audience: 'everyone', percentage: '50', users: '' };
}

/** The experiment that a draft describes; undefined while the draft is incomplete. */
export function firstRules(toggle: Toggle, draft: FirstRulesDraft): ExperimentBody | undefined {
  const { id: toggleId, defaultValue } = toggle;
  const { value, audience } = draft;
  const exactly = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue });
  const everyone = (valueSpec: object) => ({
    type: 'ALL_USERS',
    valueSpec: { type: '', ...valueSpec },
  });
  switch (audience) {
    case 'everyone':
      return { toggleId, rules: [everyone(exactly(value))] };
    case 'percentage': {
      const share = Number(draft.percentage);
      if (!Number.isInteger(share) || share < 1 || share > MAX_SHARE) return undefined;
      const split = { [value]: share, [defaultValue]: 100 - share };
      return { toggleId, rules: [everyone({ type: 'SPLIT', split })] };
    }
    case 'users': {
      const users = draft.users.split(',').map((user) => user.trim());
      if (users.includes('') || users.length > MAX_USERS) return undefined;
      const propertyRule = { propertyId: 'uid', expression: 'IN', term: users.join(', ') };
      const rule = { type: 'PROPERTY', propertyRule, valueSpec: exactly(value) };
      return { toggleId, rules: [rule, everyone(exactly(defaultValue))] };
    }
  }
}

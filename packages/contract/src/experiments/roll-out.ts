import type { Rule, RulePart, ValueSpec } from '@comporta/engine/snapshot';
import type { Toggle } from '../toggles/toggle.ts';
import { audienceKey } from './audience-key.ts';

/** Who gets a value by a roll-out: everyone, or whom one condition of a rule matches. */
export type RollOutAudience =
  | { readonly type: 'ALL_USERS' }
  | Extract<RulePart, { type: 'PROPERTY' | 'TARGET_GROUP' }>;

export interface RollOut {
  readonly value: string;
  readonly audience: RollOutAudience;
  /** Percentage of the audience that gets the value, from 1 to 100. */
  readonly share: number;
}

/** What a roll-out does to the rules; numbers count from 1. */
export type RollOutEffect =
  | { readonly kind: 'CREATED' }
  | { readonly kind: 'REPLACED'; readonly count: number }
  | { readonly kind: 'ADDED' | 'CHANGED'; readonly number: number };

/** A rule as it is stored, with what evaluation does not know; a new one has neither id nor name. */
export type RolledOutRule = Rule & { readonly name?: string | undefined };

export interface RolledOut {
  readonly rules: readonly RolledOutRule[];
  readonly effect: RollOutEffect;
}

/**
 * The rules of a toggle after a roll-out. Everyone: one rule remains, which keeps the id of the last one; a percentage of
 * everyone changes only what everyone else gets. Others get a rule above everyone else, or the rule that asks the same is
 * changed. Without rules everyone else gets the default. Source: CDW-71.
 */
export function rollOut(
  rules: readonly RolledOutRule[],
  toggle: Pick<Toggle, 'values' | 'defaultValue'>,
  asked: RollOut,
): RolledOut {
  const { value, share, audience } = asked;
  const last = rules.at(-1);
  const rest = restOf(last?.valueSpec, toggle, value);
  const valueSpec = specOf(value, share, rest);
  const everyoneElse: RolledOutRule = last ?? {
    type: 'ALL_USERS',
    valueSpec: exactly(toggle.defaultValue),
  };
  if (audience.type === 'ALL_USERS') {
    const everyone = { ...everyoneElse, valueSpec };
    if (last === undefined) return { rules: [everyone], effect: { kind: 'CREATED' } };
    if (share === 100)
      return { rules: [everyone], effect: { kind: 'REPLACED', count: rules.length } };
    const effect = { kind: 'CHANGED', number: rules.length } as const;
    return { rules: [...rules.slice(0, -1), everyone], effect };
  }
  const rule: RolledOutRule = { ...audience, valueSpec };
  if (last === undefined) return { rules: [rule, everyoneElse], effect: { kind: 'CREATED' } };
  const key = audienceKey(rule);
  const known = rules.findIndex((one) => audienceKey(one) === key);
  if (known >= 0) {
    const changed = rules.map((one, place) => (place === known ? { ...one, valueSpec } : one));
    return { rules: changed, effect: { kind: 'CHANGED', number: known + 1 } };
  }
  const effect = { kind: 'ADDED', number: rules.length } as const;
  return { rules: [...rules.slice(0, -1), rule, last], effect };
}

function exactly(exactValue: string): ValueSpec {
  return { type: 'EXACT_VALUE', exactValue };
}

function specOf(value: string, share: number, rest: string): ValueSpec {
  return share === 100
    ? exactly(value)
    : { type: 'SPLIT', split: { [value]: share, [rest]: 100 - share } };
}

/** What those get who do not get the value: what everyone else gets, where that is one other value, else the default. */
function restOf(
  spec: ValueSpec | undefined,
  { values, defaultValue }: Pick<Toggle, 'values' | 'defaultValue'>,
  value: string,
): string {
  const present = spec?.type === 'EXACT_VALUE' ? spec.exactValue : defaultValue;
  return [present, defaultValue, ...values].find((one) => one !== value) ?? defaultValue;
}

import { describe, expect, test } from 'vitest';
import { type RolledOutRule, rollOut } from './roll-out.ts';

const TOGGLE = { values: ['on', 'off'], defaultValue: 'off' };
const ON = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const OFF = { type: 'EXACT_VALUE', exactValue: 'off' } as const;
const BRAZIL = {
  type: 'PROPERTY',
  propertyRule: { propertyId: 'country', expression: 'EQUALS', term: 'BR' },
} as const;
const STAFF = {
  type: 'TARGET_GROUP',
  targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: ['staff'] },
} as const;
const EVERYONE = { type: 'ALL_USERS' } as const;
const RULES: readonly RolledOutRule[] = [
  { ...STAFF, id: '1', valueSpec: ON },
  { ...BRAZIL, id: '2', name: 'Brazil', valueSpec: ON },
  { ...EVERYONE, id: '3', valueSpec: OFF },
];

describe('CDW-71: what the rules become', () => {
  test('everyone gets the value: one rule remains, and keeps the id of the last', () => {
    expect(rollOut(RULES, TOGGLE, { value: 'on', audience: EVERYONE, share: 100 })).toEqual({
      rules: [{ ...EVERYONE, id: '3', valueSpec: ON }],
      effect: { kind: 'REPLACED', count: 3 },
    });
  });

  test('a percentage of everyone changes what everyone else gets', () => {
    const valueSpec = { type: 'SPLIT', split: { on: 10, off: 90 } };
    expect(rollOut(RULES, TOGGLE, { value: 'on', audience: EVERYONE, share: 10 })).toEqual({
      rules: [...RULES.slice(0, 2), { ...EVERYONE, id: '3', valueSpec }],
      effect: { kind: 'CHANGED', number: 3 },
    });
  });

  test('10 % of Brazil: the rule that asks the same is changed, and keeps its id and name', () => {
    const valueSpec = { type: 'SPLIT', split: { on: 10, off: 90 } };
    const { rules, effect } = rollOut(RULES, TOGGLE, { value: 'on', audience: BRAZIL, share: 10 });
    expect(rules[1]).toEqual({ ...RULES[1], valueSpec });
    expect(effect).toEqual({ kind: 'CHANGED', number: 2 });
  });

  test('others get a rule above everyone else', () => {
    const [staff, , last] = RULES as [RolledOutRule, RolledOutRule, RolledOutRule];
    expect(rollOut([staff, last], TOGGLE, { value: 'on', audience: BRAZIL, share: 100 })).toEqual({
      rules: [staff, { ...BRAZIL, valueSpec: ON }, last],
      effect: { kind: 'ADDED', number: 2 },
    });
  });

  test('without rules everyone else gets the default', () => {
    expect(rollOut([], TOGGLE, { value: 'on', audience: STAFF, share: 100 })).toEqual({
      rules: [
        { ...STAFF, valueSpec: ON },
        { ...EVERYONE, valueSpec: OFF },
      ],
      effect: { kind: 'CREATED' },
    });
  });

  test('the rest of a percentage is never the value itself', () => {
    const last = { ...EVERYONE, id: '3', valueSpec: ON };
    const { rules } = rollOut([last], TOGGLE, { value: 'on', audience: EVERYONE, share: 25 });
    expect(rules[0]?.valueSpec).toEqual({ type: 'SPLIT', split: { on: 25, off: 75 } });
  });
});

import type { Rule } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import {
  draftOfRule,
  type EditedRule,
  editedRule,
  withAudience,
  withoutVersionRule,
  withType,
  withValueType,
  withVersionRule,
} from './edited-rule.ts';

const TOGGLE = { values: ['v1', 'v2', 'v3'], defaultValue: 'v2' };
const VERSION = { propertyId: 'version', expression: 'EQUALS', term: '1.0.0' };
const RULE: EditedRule = {
  type: 'PROPERTY',
  key: 'r',
  id: 'stored',
  propertyRule: { propertyId: 'country', expression: 'EQUALS', term: 'BR' },
  valueSpec: { type: 'EXACT_VALUE', exactValue: 'v1' },
  versionRule: VERSION,
};

describe('CON-29: a stored rule with missing parts is opened as it is', () => {
  const loaded = (rule: object) => draftOfRule(editedRule(rule as Rule, TOGGLE.values), 1);
  const everyone = { type: 'ALL_USERS' };
  const v1 = { type: 'EXACT_VALUE', exactValue: 'v1' };

  it.each([
    ['a split without its map', { ...everyone, valueSpec: { type: 'SPLIT' } }],
    ['a split of null', { ...everyone, valueSpec: { type: 'SPLIT', split: null } }],
  ])('%s has no shares', (_, rule) => {
    expect(loaded(rule).valueSpec).toMatchObject({ type: 'SPLIT', split: {} });
  });

  it.each([
    ['no value at all', everyone],
    ['an exact value without a value', { ...everyone, valueSpec: { type: 'EXACT_VALUE' } }],
  ])('%s returns nothing', (_, rule) => {
    expect(loaded(rule).valueSpec).toEqual({ type: 'EXACT_VALUE', exactValue: '' });
  });

  it('a property rule without its condition stays without one', () => {
    expect(loaded({ type: 'PROPERTY', valueSpec: v1 }).propertyRule).toBeUndefined();
  });

  it.each(['TARGET_GROUP', 'TOGGLE_DEPENDENCY'])('%s without its part starts empty', (type) => {
    const whole = loaded({ type, valueSpec: v1 });
    expect(whole.targetGroupRule ?? whole.toggleDependencyRule).toBeDefined();
  });
});

describe('a change of the type', () => {
  it.each([
    ['ALL_USERS', {}],
    ['TARGET_GROUP', { targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [] } }],
    ['TOGGLE_DEPENDENCY', { toggleDependencyRule: { toggleId: '', value: '' } }],
  ] as const)(
    'to %s starts with its own part only; value and version filter stay',
    (type, part) => {
      expect(draftOfRule(withType(RULE, type), 1)).toEqual({
        type,
        id: 'stored',
        order: 1,
        ...part,
        versionRule: VERSION,
        valueSpec: { type: 'EXACT_VALUE', exactValue: 'v1' },
      });
    },
  );

  it('to PROPERTY starts empty', () => {
    expect(withType(withType(RULE, 'ALL_USERS'), 'PROPERTY')).toMatchObject({
      propertyRule: { propertyId: '', expression: '', term: '' },
    });
  });

  it('can be undone, and later changes of other parts stay', () => {
    const changed = withValueType(withType(RULE, 'ALL_USERS'), 'SPLIT', TOGGLE);
    expect(withAudience(changed, RULE)).toEqual({ ...RULE, valueSpec: changed.valueSpec });
  });
});

describe('the value of a rule', () => {
  it('is an even split at first, and the default when it is exact again', () => {
    const split = withValueType(RULE, 'SPLIT', TOGGLE);
    expect(draftOfRule(split, 1).valueSpec).toMatchObject({
      type: 'SPLIT',
      split: { v1: 34, v2: 33, v3: 33 },
    });
    expect(withValueType(split, 'EXACT_VALUE', TOGGLE).valueSpec).toEqual({
      type: 'EXACT_VALUE',
      exactValue: 'v2',
    });
  });

  it('does not change when the same type is chosen again', () => {
    expect(withValueType(RULE, 'EXACT_VALUE', TOGGLE)).toBe(RULE);
  });
});

it('adding and removing a version filter leaves no trace', () => {
  const without = withoutVersionRule(RULE);
  expect(without).not.toHaveProperty('versionRule');
  expect(withVersionRule(without, VERSION)).toEqual(RULE);
});

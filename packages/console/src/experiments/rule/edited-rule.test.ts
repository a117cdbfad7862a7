import type { Rule } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import {
  draftOfRule,
  type EditedRule,
  editedRule,
  withAudienceOf,
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

describe('CON-29: a rule that was stored with less than it needs is opened as it is', () => {
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
    ['an exact value without it', { ...everyone, valueSpec: { type: 'EXACT_VALUE' } }],
  ])('%s returns nothing', (_, rule) => {
    expect(loaded(rule).valueSpec).toEqual({ type: 'EXACT_VALUE', exactValue: '' });
  });

  it('a property rule without its part has none', () => {
    expect(loaded({ type: 'PROPERTY', valueSpec: v1 }).propertyRule).toBeUndefined();
  });

  it.each(['TARGET_GROUP', 'TOGGLE_DEPENDENCY'])('%s without its part starts empty', (type) => {
    const whole = loaded({ type, valueSpec: v1 });
    expect(whole.targetGroupRule ?? whole.toggleDependencyRule).toBeDefined();
  });
});

describe('another type', () => {
  it.each([
    ['ALL_USERS', {}],
    ['TARGET_GROUP', { targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [] } }],
    ['TOGGLE_DEPENDENCY', { toggleDependencyRule: { toggleId: '', value: '' } }],
  ] as const)('%s starts with its own part only; value and version filter stay', (type, part) => {
    expect(draftOfRule(withType(RULE, type), 1)).toEqual({
      type,
      id: 'stored',
      order: 1,
      ...part,
      versionRule: VERSION,
      valueSpec: { type: 'EXACT_VALUE', exactValue: 'v1' },
    });
  });

  it('PROPERTY starts empty', () => {
    expect(withType(withType(RULE, 'ALL_USERS'), 'PROPERTY')).toMatchObject({
      propertyRule: { propertyId: '', expression: '', term: '' },
    });
  });

  it('can be taken back without what else was changed since', () => {
    const changed = withValueType(withType(RULE, 'ALL_USERS'), 'SPLIT', TOGGLE);
    expect(withAudienceOf(changed, RULE)).toEqual({ ...RULE, valueSpec: changed.valueSpec });
  });
});

describe('what a rule returns', () => {
  it('as a split starts even, and exact again at the default', () => {
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

  it('chosen again stays as it is', () => {
    expect(withValueType(RULE, 'EXACT_VALUE', TOGGLE)).toBe(RULE);
  });
});

it('a version filter is added and removed without a trace', () => {
  const without = withoutVersionRule(RULE);
  expect(without).not.toHaveProperty('versionRule');
  expect(withVersionRule(without, VERSION)).toEqual(RULE);
});

import { EXPRESSIONS } from '@comporta/engine/vocabulary';
import { describe, expect, it } from 'vitest';
import type { StoredRule } from '../experiments/rule.ts';
import { newerWords } from './newer-words.ts';

const ON = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const IS_SET = { propertyId: 'p', expression: 'IS_SET', term: '' } as const;
const EQUALS = { propertyId: 'p', expression: 'EQUALS', term: 'x' } as const;
const IN_CIDR = { propertyId: 'p', expression: 'IN_CIDR', term: '::/0' } as const;

describe('RUL-56: newer words', () => {
  it('are none in what the release before could store', () => {
    const rules: readonly StoredRule[] = [
      { id: '1', type: 'PROPERTY', propertyRule: EQUALS, valueSpec: ON, versionRule: EQUALS },
      {
        id: '2',
        type: 'TARGET_GROUP',
        targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: ['g'] },
        valueSpec: { type: 'SPLIT', split: { on: 100 } },
      },
      { id: '3', type: 'ALL_USERS', valueSpec: ON },
    ];
    expect(newerWords({ rules })).toEqual([]);
    expect(newerWords({ conditions: [EQUALS] })).toEqual([]);
    expect(newerWords({ type: 'STRING' })).toEqual([]);
  });

  it('are found in parts, version filters, splits, groups and properties, each once', () => {
    const rules: readonly StoredRule[] = [
      {
        id: '1',
        type: 'COMBINED',
        combinedRule: {
          policy: 'AND',
          conditions: [
            { type: 'PROPERTY', propertyRule: IS_SET },
            { type: 'PROPERTY', propertyRule: IN_CIDR },
            {
              type: 'TOGGLE_DEPENDENCY',
              toggleDependencyRule: { toggleId: 't', value: 'on' },
            },
          ],
        },
        valueSpec: { type: 'SPLIT_BY', by: 'p', split: { on: 100 } },
      },
      { id: '2', type: 'PROPERTY', propertyRule: IS_SET, valueSpec: ON },
      {
        id: '3',
        type: 'ALL_USERS',
        versionRule: { propertyId: 'v', expression: 'BEFORE', term: '1.2.3' },
        valueSpec: ON,
      },
    ];
    expect(newerWords({ rules })).toEqual(['COMBINED', 'SPLIT_BY', 'IS_SET', 'IN_CIDR', 'BEFORE']);
    expect(newerWords({ conditions: [EQUALS, IS_SET] })).toEqual(['IS_SET']);
    expect(newerWords({ conditions: [{ ...EQUALS, type: 'LIST' }] })).toEqual(['LIST']);
    expect(newerWords({ type: 'LIST' })).toEqual(['LIST']);
  });

  it('are all expressions but the twelve of 0.2.0', () => {
    const newer = EXPRESSIONS.filter(
      (expression) => newerWords({ conditions: [{ expression }] }).length > 0,
    );
    expect(newer).toEqual(EXPRESSIONS.slice(12));
  });
});

import { describe, expect, it } from 'vitest';
import { conditionsOfRules } from '../conditions/regex-limit.ts';
import { checkExperiment, experimentDraftSchema } from './experiment.ts';

const REFERENCES = {
  toggles: [
    { id: 'checkout', values: ['on', 'off'] },
    { id: 'nav', values: ['enabled', 'disabled', 'x'] },
  ],
  properties: [
    { id: 'country', key: 'country', type: 'STRING' },
    { id: 'plan', key: 'plan', type: 'STRING' },
    { id: 'age', key: 'age', type: 'NUMERIC' },
    { id: 'ver', key: 'app.version', type: 'SEMANTIC_VERSION' },
  ],
  targetGroups: [{ id: 'staff' }, { id: 'adults' }],
} as const;

const valueSpec = { type: 'EXACT_VALUE', exactValue: 'on' } as const;

function check(rule: object) {
  const rules = [
    { ...rule, valueSpec },
    { type: 'ALL_USERS', valueSpec },
  ];
  return checkExperiment(experimentDraftSchema.parse({ toggleId: 'checkout', rules }), REFERENCES);
}

function combined(combinedRule: unknown) {
  return { type: 'COMBINED', combinedRule };
}

function problemsOf(combinedRule: unknown) {
  const result = check(combined(combinedRule));
  return result.ok ? [] : result.problems;
}

const BRAZIL = {
  type: 'PROPERTY',
  propertyRule: { propertyId: 'country', expression: 'EQUALS', term: 'BR' },
};
const ON_NAV = { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule: { toggleId: 'nav', value: 'x' } };
const AT = ['rules', 0, 'combinedRule'];

describe('RUL-22: each problem is at its place', () => {
  it.each([
    ['no combinedRule', undefined],
    ['null', null],
    ['no list', { policy: 'AND' }],
    ['an empty list', { policy: 'AND', conditions: [] }],
  ])('NO_CONDITIONS: %s', (_, combinedRule) => {
    expect(problemsOf(combinedRule)).toEqual([
      { code: 'NO_CONDITIONS', at: [...AT, 'conditions'] },
    ]);
  });

  it('LIMIT_EXCEEDED: 20 conditions are allowed, and equal ones are counted as they were sent', () => {
    expect(problemsOf({ policy: 'AND', conditions: Array(20).fill(BRAZIL) })).toEqual([]);
    expect(problemsOf({ policy: 'AND', conditions: Array(21).fill(BRAZIL) })).toEqual([
      {
        code: 'LIMIT_EXCEEDED',
        at: [...AT, 'conditions'],
        meta: { field: 'conditions', limit: 20 },
      },
    ]);
  });

  it.each([undefined, '', 'and', 'ANY_OF'])('INVALID_POLICY: %s', (policy) => {
    expect(problemsOf({ policy, conditions: [BRAZIL, ON_NAV] })).toEqual([
      { code: 'INVALID_POLICY', at: [...AT, 'policy'] },
    ]);
    expect(problemsOf({ policy, conditions: [BRAZIL] })).toHaveLength(1);
  });

  it.each(['ALL_USERS', 'COMBINED', '', undefined])('INVALID_RULE_TYPE: a condition %s', (type) => {
    expect(problemsOf({ policy: 'OR', conditions: [BRAZIL, { type }] })).toEqual([
      {
        code: 'INVALID_RULE_TYPE',
        at: [...AT, 'conditions', 1, 'type'],
        meta: { condition: 2 },
      },
    ]);
  });

  it('every failing condition is reported, with its number', () => {
    const tooLong = 'x'.repeat(100_001);
    const conditions = [
      { type: 'PROPERTY' },
      BRAZIL,
      { type: 'PROPERTY', propertyRule: { ...BRAZIL.propertyRule, term: tooLong } },
      { type: 'TARGET_GROUP', targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: ['gone'] } },
      { ...ON_NAV, toggleDependencyRule: { toggleId: 'nav', value: 'y' } },
    ];
    expect(problemsOf({ policy: '', conditions })).toEqual([
      { code: 'INVALID_POLICY', at: [...AT, 'policy'] },
      {
        code: 'INCOMPLETE_PROPERTY_RULE',
        at: [...AT, 'conditions', 0, 'propertyRule'],
        meta: { condition: 1 },
      },
      {
        code: 'LIMIT_EXCEEDED',
        at: [...AT, 'conditions', 2, 'propertyRule', 'term'],
        meta: { field: 'term', limit: 100_000, condition: 3 },
      },
      {
        code: 'NO_TARGET_GROUP_SPECIFIED',
        at: [...AT, 'conditions', 3, 'targetGroupRule', 'targetGroupsIds'],
        meta: { condition: 4 },
      },
      {
        code: 'NO_TOGGLE_DEPENDENCY_VALUE_SELECTED',
        at: [...AT, 'conditions', 4, 'toggleDependencyRule', 'value'],
        meta: { condition: 5 },
      },
    ]);
  });
});

it('T03: patterns inside of combined rules are found at their place', () => {
  const pattern = {
    type: 'PROPERTY',
    propertyRule: { ...BRAZIL.propertyRule, expression: 'REGEX' },
  };
  const result = check(combined({ policy: 'OR', conditions: [ON_NAV, pattern] }));
  const placed = result.ok ? conditionsOfRules(result.value.rules) : [];
  expect(placed).toEqual([
    { condition: pattern.propertyRule, at: [...AT, 'conditions', 1, 'propertyRule'] },
  ]);
});

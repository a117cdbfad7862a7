import { describe, expect, it } from 'vitest';
import {
  checkExperiment,
  type ExperimentDraft,
  type ExperimentReferences,
  experimentDraftSchema,
} from './experiment.ts';

const SURROUNDINGS: ExperimentReferences = {
  toggles: [
    { id: 'checkout', values: ['enabled', 'disabled', 'beta'] },
    { id: 'payments', values: ['on', 'off'] },
  ],
  properties: [
    { id: 'country', key: 'country', type: 'STRING' },
    { id: 'age', key: 'age', type: 'NUMERIC' },
    { id: 'joined', key: 'joined', type: 'DATE' },
    { id: 'member', key: 'member', type: 'BOOLEAN' },
    { id: 'app-version', key: 'app-version', type: 'SEMANTIC_VERSION' },
  ],
  targetGroups: [{ id: 'brazil' }, { id: 'staff' }],
};

const ENABLED = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const EVERYONE = { type: 'ALL_USERS', valueSpec: ENABLED };
const IN_BRAZIL = { propertyId: 'country', expression: 'EQUALS', term: 'BR' };
const BRAZILIANS = { type: 'PROPERTY', propertyRule: IN_BRAZIL, valueSpec: ENABLED };

/** Parses the draft as from a request: fields that a case omits are missing. */
function draft(rules: readonly object[], toggleId = 'checkout'): ExperimentDraft {
  return experimentDraftSchema.parse({ toggleId, rules });
}

function check(...rules: readonly object[]) {
  return checkExperiment(draft(rules), SURROUNDINGS);
}

function problemsOf(...rules: readonly object[]) {
  const result = check(...rules);
  return result.ok ? [] : result.problems;
}

function onProperty(propertyId: string, expression = '', term = '') {
  return { ...BRAZILIANS, propertyRule: { propertyId, expression, term } };
}
function onVersion(propertyId: string, expression = '', term = '') {
  return { ...BRAZILIANS, versionRule: { propertyId, expression, term } };
}
function onGroups(targetGroupsIds: unknown, policy = 'ANY_OF') {
  return { type: 'TARGET_GROUP', targetGroupRule: { policy, targetGroupsIds }, valueSpec: ENABLED };
}
function onToggle(toggleId?: string, value?: string) {
  return {
    type: 'TOGGLE_DEPENDENCY',
    toggleDependencyRule: { toggleId, value },
    valueSpec: ENABLED,
  };
}
function returning(valueSpec: unknown) {
  return { ...BRAZILIANS, valueSpec };
}
function splitting(split: unknown) {
  return returning({ type: 'SPLIT', split });
}

function dividing(by: unknown, split: unknown = { enabled: 50, disabled: 50 }) {
  return returning({ type: 'SPLIT_BY', by, split });
}

/** Code, path within the rule, and the rule. */
const REFUSED_RULES: readonly (readonly [string, readonly string[], object])[] = [
  ['INVALID_RULE_TYPE', ['type'], { valueSpec: ENABLED }],
  ['INVALID_RULE_TYPE', ['type'], { type: 'EVERYONE', valueSpec: ENABLED }],
  ['INCOMPLETE_PROPERTY_RULE', ['propertyRule'], { type: 'PROPERTY', valueSpec: ENABLED }],
  ['NO_PROPERTY', ['propertyRule', 'propertyId'], onProperty('')],
  ['NO_PROPERTY', ['propertyRule', 'propertyId'], onProperty('unknown', 'EQUALS', 'BR')],
  ['NO_EXPRESSION', ['propertyRule', 'expression'], onProperty('country')],
  ['INVALID_EXPRESSION', ['propertyRule', 'expression'], onProperty('country', 'LESS_THAN', 'BR')],
  ['EMPTY_TERM', ['propertyRule', 'term'], onProperty('country', 'EQUALS')],
  ['INVALID_TERM_IN', ['propertyRule', 'term'], onProperty('country', 'IN', 'BR,,PT')],
  ['INVALID_REGEX', ['propertyRule', 'term'], onProperty('country', 'REGEX', '(')],
  ['NOT_A_NUMBER', ['propertyRule', 'term'], onProperty('age', 'EQUALS', 'x')],
  ['NOT_A_NUMBER_IN', ['propertyRule', 'term'], onProperty('age', 'IN', '1,x')],
  ['INVALID_BOOLEAN_VALUE', ['propertyRule', 'term'], onProperty('member', 'EQUALS', 'maybe')],
  ['INVALID_DATE_FORMAT', ['propertyRule', 'term'], onProperty('joined', 'EQUALS', '1/1/25')],
  ['INVALID_DATE_FORMAT_IN', ['propertyRule', 'term'], onProperty('joined', 'IN', '1/1/25')],
  ['INVALID_DATE', ['propertyRule', 'term'], onProperty('joined', 'EQUALS', '2025-13-01')],
  ['INVALID_DATE_IN', ['propertyRule', 'term'], onProperty('joined', 'IN', '2025-13-01')],
  ['INVALID_SEMVER', ['propertyRule', 'term'], onProperty('app-version', 'EQUALS', '1.0')],
  ['INVALID_SEMVER_IN', ['propertyRule', 'term'], onProperty('app-version', 'IN', '1.0.0,2')],
  [
    'LIMIT_EXCEEDED',
    ['propertyRule', 'term'],
    onProperty('country', 'EQUALS', 'x'.repeat(1e5 + 1)),
  ],
  ['VERSION_NO_PROPERTY', ['versionRule', 'propertyId'], onVersion('')],
  ['VERSION_NO_PROPERTY', ['versionRule', 'propertyId'], onVersion('country', 'EQUALS', 'BR')],
  ['VERSION_NO_EXPRESSION', ['versionRule', 'expression'], onVersion('app-version')],
  [
    'VERSION_INVALID_EXPRESSION',
    ['versionRule', 'expression'],
    onVersion('app-version', 'CONTAINS', '1'),
  ],
  ['VERSION_EMPTY_TERM', ['versionRule', 'term'], onVersion('app-version', 'EQUALS')],
  ['VERSION_INVALID_SEMVER', ['versionRule', 'term'], onVersion('app-version', 'EQUALS', '1.0')],
  ['VERSION_INVALID_SEMVER_IN', ['versionRule', 'term'], onVersion('app-version', 'IN', '1.0.0,2')],
  [
    'NO_TARGET_GROUP_SPECIFIED',
    ['targetGroupRule', 'targetGroupsIds'],
    { type: 'TARGET_GROUP', valueSpec: ENABLED },
  ],
  ['NO_TARGET_GROUP_SPECIFIED', ['targetGroupRule', 'targetGroupsIds'], onGroups([])],
  [
    'NO_TARGET_GROUP_SPECIFIED',
    ['targetGroupRule', 'targetGroupsIds'],
    onGroups(['brazil', 'unknown']),
  ],
  ['INVALID_POLICY', ['targetGroupRule', 'policy'], onGroups(['brazil'], 'AND')],
  [
    'NO_TOGGLE_DEPENDENCY_SELECTED',
    ['toggleDependencyRule', 'toggleId'],
    { type: 'TOGGLE_DEPENDENCY', valueSpec: ENABLED },
  ],
  [
    'NO_TOGGLE_DEPENDENCY_SELECTED',
    ['toggleDependencyRule', 'toggleId'],
    onToggle('unknown', 'on'),
  ],
  ['NO_TOGGLE_DEPENDENCY_VALUE_SELECTED', ['toggleDependencyRule', 'value'], onToggle('payments')],
  [
    'NO_TOGGLE_DEPENDENCY_VALUE_SELECTED',
    ['toggleDependencyRule', 'value'],
    onToggle('payments', 'enabled'),
  ],
  ['NO_VALUE_SPECIFIED', ['valueSpec', 'exactValue'], returning(undefined)],
  [
    'NO_VALUE_SPECIFIED',
    ['valueSpec', 'exactValue'],
    returning({ type: 'RANDOM', exactValue: 'enabled' }),
  ],
  ['NO_VALUE_SPECIFIED', ['valueSpec', 'exactValue'], returning({ type: 'EXACT_VALUE' })],
  [
    'NO_VALUE_SPECIFIED',
    ['valueSpec', 'exactValue'],
    returning({ type: 'EXACT_VALUE', exactValue: 'on' }),
  ],
  ['NO_SPLIT_RULES_SPECIFIED', ['valueSpec', 'split'], splitting(undefined)],
  ['NO_SPLIT_RULES_SPECIFIED', ['valueSpec', 'split'], splitting({})],
  ['WRONG_SPLIT_PERCENTAGES', ['valueSpec', 'split'], splitting({ enabled: 60, disabled: 39 })],
  ['WRONG_SPLIT_PERCENTAGES', ['valueSpec', 'split'], splitting({ enabled: 60, disabled: 41 })],
  ['WRONG_SPLIT_PERCENTAGES', ['valueSpec', 'split'], splitting({ enabled: 101, disabled: -1 })],
  [
    'WRONG_SPLIT_PERCENTAGES',
    ['valueSpec', 'split'],
    splitting({ enabled: 33.335, disabled: 66.665 }),
  ],
  ['WRONG_SPLIT_PERCENTAGES', ['valueSpec', 'split'], splitting({ enabled: 50, on: 50 })],
  ['NO_SPLIT_PROPERTY', ['valueSpec', 'by'], dividing(undefined)],
  ['NO_SPLIT_PROPERTY', ['valueSpec', 'by'], dividing('unknown')],
  ['NO_SPLIT_PROPERTY', ['valueSpec', 'by'], dividing('age')],
  ['NO_SPLIT_RULES_SPECIFIED', ['valueSpec', 'split'], dividing('country', {})],
  ['WRONG_SPLIT_PERCENTAGES', ['valueSpec', 'split'], dividing('uid', { enabled: 99 })],
];

describe('a rule above the last one', () => {
  it.each(REFUSED_RULES)('%s at %j: %.80j', (code, at, rule) => {
    expect(problemsOf(rule, EVERYONE)).toMatchObject([{ code, at: ['rules', 0, ...at] }]);
  });

  it.each<[string, object]>([
    ['everyone', EVERYONE],
    ['uid, which every application has', onProperty('uid', 'IN', 'ana,bob')],
    ['a version', onVersion('app-version', 'GREATER_THAN', '1.2.3')],
    ['groups', onGroups(['brazil', 'staff'], 'NONE_OF')],
    ['another toggle', onToggle('payments', 'on')],
    ['a split of two decimals', splitting({ enabled: 33.33, disabled: 33.33, beta: 33.34 })],
    ['a split that leaves a value out', splitting({ enabled: 0.01, disabled: 99.99 })],
    ['a split that gives all to one value', splitting({ enabled: 100, disabled: 0 })],
  ])('may match or return %s', (_, rule) => {
    expect(problemsOf(rule, EVERYONE)).toEqual([]);
  });
});

describe('an experiment', () => {
  it('is sorted by `order`, and each rule keeps only the part of its type', () => {
    const result = check(
      { ...EVERYONE, order: 9, propertyRule: IN_BRAZIL },
      { ...onGroups(['staff', 'staff']), order: 5, propertyRule: IN_BRAZIL, versionRule: null },
      { ...BRAZILIANS, order: 1 },
    );
    expect(result).toEqual({
      ok: true,
      value: {
        toggleId: 'checkout',
        rules: [
          BRAZILIANS,
          {
            type: 'TARGET_GROUP',
            targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: ['staff'] },
            valueSpec: ENABLED,
          },
          EVERYONE,
        ],
      },
    });
  });

  it.each([undefined, null])('has a version filter only where one is given: %s is none', (none) => {
    expect(problemsOf({ ...BRAZILIANS, versionRule: none }, EVERYONE)).toEqual([]);
  });

  it('VERSION_NO_PROPERTY: an empty version filter still counts as one', () => {
    expect(problemsOf({ ...BRAZILIANS, versionRule: {} }, EVERYONE)).toEqual([
      { code: 'VERSION_NO_PROPERTY', at: ['rules', 0, 'versionRule', 'propertyId'] },
    ]);
  });

  it('drops a share of 0 for a value that its toggle no longer has', () => {
    expect(
      check({ ...EVERYONE, valueSpec: splitting({ enabled: 100, gone: 0 }).valueSpec }),
    ).toEqual({
      ok: true,
      value: {
        toggleId: 'checkout',
        rules: [{ ...EVERYONE, valueSpec: { type: 'SPLIT', split: { enabled: 100 } } }],
      },
    });
  });

  it('RUL-30: stores what a split divides by; a split by uid is a SPLIT, whose `by` is ignored', () => {
    const stored = (valueSpec: object) => {
      const result = check({ ...EVERYONE, valueSpec });
      return result.ok && result.value.rules[0]?.valueSpec;
    };
    const split = { enabled: 10, disabled: 90 };
    const byCountry = { type: 'SPLIT_BY', by: 'country', split };
    expect(stored({ ...byCountry, exactValue: 'enabled' })).toEqual(byCountry);
    expect(stored({ type: 'SPLIT_BY', by: 'uid', split })).toEqual({ type: 'SPLIT', split });
    expect(stored({ type: 'SPLIT', by: 'unknown', split })).toEqual({ type: 'SPLIT', split });
  });

  it('RUL-30: a wrong property and wrong percentages are two problems', () => {
    expect(problemsOf(dividing('age', { enabled: 1 }), EVERYONE)).toEqual([
      { code: 'NO_SPLIT_PROPERTY', at: ['rules', 0, 'valueSpec', 'by'] },
      { code: 'WRONG_SPLIT_PERCENTAGES', at: ['rules', 0, 'valueSpec', 'split'] },
    ]);
  });

  it.each(['', 'unknown'])('NO_TOGGLE: %j is no toggle; nothing else is said', (toggleId) => {
    expect(checkExperiment(draft([], toggleId), SURROUNDINGS)).toEqual({
      ok: false,
      problems: [{ code: 'NO_TOGGLE', at: ['toggleId'] }],
    });
  });

  it('NO_RULES: has at least one rule', () => {
    expect(problemsOf()).toEqual([{ code: 'NO_RULES', at: ['rules'] }]);
  });

  it('LIMIT_EXCEEDED: has at most 100 rules', () => {
    expect(problemsOf(...Array(101).fill(EVERYONE))).toEqual([
      { code: 'LIMIT_EXCEEDED', at: ['rules'], meta: { field: 'rules', limit: 100 } },
    ]);
    expect(problemsOf(...Array(100).fill(EVERYONE))).toEqual([]);
  });

  it.each<[string, object]>([
    ['type', BRAZILIANS],
    [
      'versionRule',
      { ...EVERYONE, versionRule: onVersion('app-version', 'EQUALS', '1.0.0').versionRule },
    ],
  ])('NO_CATCH_ALL at %s: its last rule matches everyone', (field, last) => {
    expect(problemsOf(EVERYONE, last)).toEqual([{ code: 'NO_CATCH_ALL', at: ['rules', 1, field] }]);
  });

  it('reports every problem of every failing rule, in order', () => {
    const problems = problemsOf(
      { ...onProperty('age', 'EQUALS', 'x'), valueSpec: null },
      BRAZILIANS,
      onGroups([]),
      onToggle('payments', 'on'),
    );
    expect(problems.map(({ code, at }) => [at[1], code])).toEqual([
      [0, 'NOT_A_NUMBER'],
      [0, 'NO_VALUE_SPECIFIED'],
      [2, 'NO_TARGET_GROUP_SPECIFIED'],
      [3, 'NO_CATCH_ALL'],
    ]);
  });
});

import type { NamedCondition } from '@comporta/contract/conditions/named-condition';
import type { NamedAudience, NamedPart } from '@comporta/contract/experiments/named-rule';
import {
  EXPRESSIONS,
  type PropertyType,
  SIMPLE_RULE_TYPES,
  TARGET_GROUP_RULE_POLICIES,
} from '@comporta/engine/vocabulary';
import { describe, expect, it, test } from 'vitest';
import {
  audienceInWords,
  conditionInWords,
  conditionsInWords,
  ruleInWords,
  typeInWords,
  valueInWords,
} from './rule-in-words.ts';
import { speak } from './speak.ts';
import { plainWords, quoted } from './words.ts';

const [english, portuguese] = [speak('en'), speak('pt')];

type ConditionRow = [PropertyType, expression: string, term: string, en: string, pt: string];

/** In each row the property is called `p`. */
const CONDITIONS: readonly ConditionRow[] = [
  ['STRING', 'EQUALS', 'BR', 'p equals BR', 'p é igual a BR'],
  ['STRING', 'EQUALS', 'New York', 'p equals “New York”', 'p é igual a “New York”'],
  ['STRING', 'NOT_EQUALS', 'BR', 'p does not equal BR', 'p é diferente de BR'],
  ['STRING', 'IN', 'BR, PT', 'p is one of BR, PT', 'p é um destes BR, PT'],
  ['STRING', 'IN', 'a,,b c', 'p is one of a, …, “b c”', 'p é um destes a, …, “b c”'],
  ['STRING', 'STARTS_WITH', 'B', 'p starts with B', 'p começa com B'],
  ['STRING', 'ENDS_WITH', 'R', 'p ends with R', 'p termina com R'],
  ['STRING', 'CONTAINS', 'R', 'p contains R', 'p contém R'],
  ['STRING', 'DOES_NOT_CONTAIN', 'R', 'p does not contain R', 'p não contém R'],
  [
    'STRING',
    'REGEX',
    '^B',
    'p matches regular expression ^B',
    'p corresponde à expressão regular ^B',
  ],
  ['NUMERIC', 'GREATER_THAN', '18', 'p is greater than 18', 'p é maior que 18'],
  [
    'NUMERIC',
    'GREATER_THAN_OR_EQUALS',
    '18',
    'p is greater than or equals 18',
    'p é maior ou igual a 18',
  ],
  ['NUMERIC', 'LESS_THAN', '18', 'p is less than 18', 'p é menor que 18'],
  [
    'SEMANTIC_VERSION',
    'LESS_THAN_OR_EQUALS',
    '2.4.0',
    'p is less than or equals 2.4.0',
    'p é menor ou igual a 2.4.0',
  ],
  ['DATE', 'EQUALS', '2026-01-31', 'p equals 2026-01-31', 'p é igual a 2026-01-31'],
  ['DATE', 'GREATER_THAN', '2026-01-31', 'p is after 2026-01-31', 'p é posterior a 2026-01-31'],
  [
    'DATE',
    'GREATER_THAN_OR_EQUALS',
    '2026-01-31',
    'p is on or after 2026-01-31',
    'p é a partir de 2026-01-31',
  ],
  ['DATE', 'LESS_THAN', '2026-01-31', 'p is before 2026-01-31', 'p é anterior a 2026-01-31'],
  [
    'DATE',
    'LESS_THAN_OR_EQUALS',
    '2026-01-31',
    'p is on or before 2026-01-31',
    'p é até 2026-01-31',
  ],
  ['STRING', 'IS_SET', '', 'p is set', 'p tem valor'],
  ['BOOLEAN', 'IS_NOT_SET', '', 'p is not set', 'p não tem valor'],
  [
    'STRING',
    'NOT_IN',
    'BR, PT',
    'p is none of BR, PT (or is not set)',
    'p não é nenhum destes BR, PT (ou não tem valor)',
  ],
  ['STRING', 'STARTS_WITH_ANY', 'a,b', 'p starts with one of a, b', 'p começa com um destes a, b'],
  [
    'STRING',
    'NOT_STARTS_WITH_ANY',
    'a,b',
    'p starts with none of a, b (or is not set)',
    'p não começa com nenhum destes a, b (ou não tem valor)',
  ],
  ['STRING', 'ENDS_WITH_ANY', 'a,b', 'p ends with one of a, b', 'p termina com um destes a, b'],
  [
    'STRING',
    'NOT_ENDS_WITH_ANY',
    'a',
    'p ends with none of a (or is not set)',
    'p não termina com nenhum destes a (ou não tem valor)',
  ],
  ['STRING', 'CONTAINS_ANY', 'a,b', 'p contains one of a, b', 'p contém um destes a, b'],
  [
    'STRING',
    'NOT_CONTAINS_ANY',
    'a',
    'p contains none of a (or is not set)',
    'p não contém nenhum destes a (ou não tem valor)',
  ],
  [
    'STRING',
    'NOT_REGEX',
    '^B',
    'p does not match regular expression ^B (or is not set)',
    'p não corresponde à expressão regular ^B (ou não tem valor)',
  ],
  [
    'STRING',
    'IN_CIDR',
    '::1, 10.0.0.0/8',
    'p is an address in ::1, 10.0.0.0/8',
    'p é um endereço em ::1, 10.0.0.0/8',
  ],
  [
    'STRING',
    'NOT_IN_CIDR',
    '::1',
    'p is no address in ::1 (or is not set)',
    'p não é um endereço em ::1 (ou não tem valor)',
  ],
  ['STRING', 'IN_LIST', 'beta', 'p is in the list beta', 'p está na lista beta'],
  [
    'STRING',
    'NOT_IN_LIST',
    'beta',
    'p is not in the list beta (or is not set)',
    'p não está na lista beta (ou não tem valor)',
  ],
  ['LIST', 'IN', 'a,b', 'p has one of a, b', 'p tem um destes a, b'],
  [
    'LIST',
    'NOT_IN',
    'a',
    'p has none of a (or is not set)',
    'p não tem nenhum destes a (ou não tem valor)',
  ],
  ['LIST', 'HAS_ALL', 'a,b', 'p has all of a, b', 'p tem todos estes a, b'],
  [
    'LIST',
    'HAS_ALL_IGNORING_CASE',
    'a,b',
    'p has all of a, b (ignoring case)',
    'p tem todos estes a, b (sem diferenciar maiúsculas)',
  ],
  [
    'STRING',
    'IN_IGNORING_CASE',
    'a,b',
    'p is one of a, b (ignoring case)',
    'p é um destes a, b (sem diferenciar maiúsculas)',
  ],
  [
    'STRING',
    'NOT_IN_IGNORING_CASE',
    'a',
    'p is none of a (ignoring case) (or is not set)',
    'p não é nenhum destes a (sem diferenciar maiúsculas) (ou não tem valor)',
  ],
  [
    'STRING',
    'STARTS_WITH_ANY_IGNORING_CASE',
    'a',
    'p starts with one of a (ignoring case)',
    'p começa com um destes a (sem diferenciar maiúsculas)',
  ],
  [
    'STRING',
    'NOT_STARTS_WITH_ANY_IGNORING_CASE',
    'a',
    'p starts with none of a (ignoring case) (or is not set)',
    'p não começa com nenhum destes a (sem diferenciar maiúsculas) (ou não tem valor)',
  ],
  [
    'STRING',
    'ENDS_WITH_ANY_IGNORING_CASE',
    'a',
    'p ends with one of a (ignoring case)',
    'p termina com um destes a (sem diferenciar maiúsculas)',
  ],
  [
    'STRING',
    'NOT_ENDS_WITH_ANY_IGNORING_CASE',
    'a',
    'p ends with none of a (ignoring case) (or is not set)',
    'p não termina com nenhum destes a (sem diferenciar maiúsculas) (ou não tem valor)',
  ],
  [
    'STRING',
    'CONTAINS_ANY_IGNORING_CASE',
    'a',
    'p contains one of a (ignoring case)',
    'p contém um destes a (sem diferenciar maiúsculas)',
  ],
  [
    'STRING',
    'NOT_CONTAINS_ANY_IGNORING_CASE',
    'a',
    'p contains none of a (ignoring case) (or is not set)',
    'p não contém nenhum destes a (sem diferenciar maiúsculas) (ou não tem valor)',
  ],
  [
    'DATE',
    'BEFORE',
    '2027-03-01T10:00:00Z',
    'p is before the moment 2027-03-01T10:00:00Z',
    'p é antes do momento 2027-03-01T10:00:00Z',
  ],
  [
    'SEMANTIC_VERSION',
    'BEFORE',
    '2.0.0-rc.1',
    'p precedes, pre-releases included, 2.0.0-rc.1',
    'p precede, com pré-versões, 2.0.0-rc.1',
  ],
  [
    'DATE',
    'AT_OR_BEFORE',
    '2027-03-01T10:00:00Z',
    'p is at or before the moment 2027-03-01T10:00:00Z',
    'p é no momento ou antes de 2027-03-01T10:00:00Z',
  ],
  [
    'SEMANTIC_VERSION',
    'AT_OR_BEFORE',
    '2.0.0-rc.1',
    'p is or precedes, pre-releases included, 2.0.0-rc.1',
    'p é ou precede, com pré-versões, 2.0.0-rc.1',
  ],
  [
    'DATE',
    'SAME_AS',
    '2027-03-01T10:00:00Z',
    'p is exactly the moment 2027-03-01T10:00:00Z',
    'p é exatamente o momento 2027-03-01T10:00:00Z',
  ],
  [
    'SEMANTIC_VERSION',
    'SAME_AS',
    '2.0.0-rc.1',
    'p is exactly 2.0.0-rc.1',
    'p é exatamente 2.0.0-rc.1',
  ],
  [
    'DATE',
    'AT_OR_AFTER',
    '2027-03-01T10:00:00Z',
    'p is at or after the moment 2027-03-01T10:00:00Z',
    'p é no momento ou depois de 2027-03-01T10:00:00Z',
  ],
  [
    'SEMANTIC_VERSION',
    'AT_OR_AFTER',
    '2.0.0-rc.1',
    'p is or follows, pre-releases included, 2.0.0-rc.1',
    'p é ou sucede, com pré-versões, 2.0.0-rc.1',
  ],
  [
    'DATE',
    'AFTER',
    '2027-03-01T10:00:00Z',
    'p is after the moment 2027-03-01T10:00:00Z',
    'p é depois do momento 2027-03-01T10:00:00Z',
  ],
  [
    'SEMANTIC_VERSION',
    'AFTER',
    '2.0.0-rc.1',
    'p follows, pre-releases included, 2.0.0-rc.1',
    'p sucede, com pré-versões, 2.0.0-rc.1',
  ],
  ['BOOLEAN', 'EQUALS', ' TRUE ', 'p is true', 'p é verdadeiro'],
  ['BOOLEAN', 'EQUALS', 'false', 'p is false', 'p é falso'],
  ['BOOLEAN', 'NOT_EQUALS', 'true', 'p is false', 'p é falso'],
  ['BOOLEAN', 'NOT_EQUALS', 'false', 'p is true', 'p é verdadeiro'],
  ['BOOLEAN', 'EQUALS', 'maybe', 'p …', 'p …'],
  ['BOOLEAN', 'CONTAINS', 'true', 'p …', 'p …'],
  ['STRING', '', '', 'p …', 'p …'],
  ['STRING', 'SOUNDS_LIKE', 'BR', 'p …', 'p …'],
  ['STRING', 'EQUALS', ' ', 'p equals …', 'p é igual a …'],
];

describe('CODE-10: RUL-42: a condition in words', () => {
  it.each(CONDITIONS)('%s %s %s', (type, expression, term, en, pt) => {
    const condition = { property: 'p', type, expression, term };
    expect(plainWords(conditionInWords(english, condition))).toBe(en);
    expect(plainWords(conditionInWords(portuguese, condition))).toBe(pt);
  });

  it('CODE-03: has a row for every operator', () => {
    const tried = new Set(CONDITIONS.map(([, expression]) => expression));
    expect(EXPRESSIONS.filter((expression) => !tried.has(expression))).toEqual([]);
  });

  it('without a property is a gap; without a recorded type it reads as text', () => {
    const condition = { property: '', expression: 'EQUALS', term: 'BR' };
    expect(plainWords(conditionInWords(english, condition))).toBe('…');
    expect(plainWords(conditionInWords(english, { ...condition, property: 'p' }))).toBe(
      'p equals BR',
    );
  });

  it('shows the first items of a long list, and the beginning of a long term', () => {
    const term = Array.from({ length: 1010 }, (_, index) => index).join(',');
    const list = { property: 'p', type: 'NUMERIC', expression: 'IN', term } as const;
    expect(plainWords(conditionInWords(english, list))).toBe(
      'p is one of 0, 1, 2, 3, 4, 5, 6, 7 and 1,002 more',
    );
    expect(plainWords(conditionInWords(portuguese, list))).toMatch(/7 e mais 1\.002$/);
    const long = { property: 'p', expression: 'EQUALS', term: '😀'.repeat(201) };
    expect(plainWords(conditionInWords(english, long))).toBe(`p equals ${'😀'.repeat(200)}…`);
  });

  it('is joined with the others by the policy of the group', () => {
    const conditions: NamedCondition[] = [
      { property: 'country', type: 'STRING', expression: 'EQUALS', term: 'BR' },
      { property: 'staff', type: 'BOOLEAN', expression: 'EQUALS', term: 'true' },
    ];
    const both = 'country equals BR and staff is true';
    expect(plainWords(conditionsInWords(english, 'AND', conditions))).toBe(both);
    const either = 'country é igual a BR ou staff é verdadeiro';
    expect(plainWords(conditionsInWords(portuguese, 'OR', conditions))).toBe(either);
  });
});

const inBrazil = { property: 'country', type: 'STRING', expression: 'EQUALS', term: 'BR' } as const;
const groups = (policy: string, ...targetGroups: readonly string[]): NamedAudience => ({
  type: 'TARGET_GROUP',
  targetGroupRule: { policy, targetGroups },
});

const RULES: readonly [NamedAudience, en: string, pt: string][] = [
  [{ type: 'ALL_USERS' }, 'everyone', 'todos'],
  [{ type: 'PROPERTY', propertyRule: inBrazil }, 'country equals BR', 'country é igual a BR'],
  [
    groups('ALL_OF', 'Staff', 'Beta'),
    'user is in all of Staff, Beta',
    'usuário está em todos: Staff, Beta',
  ],
  [groups('ANY_OF', 'Staff'), 'user is in any of Staff', 'usuário está em qualquer um: Staff'],
  [
    groups('ONE_OF', 'Staff', 'Beta'),
    'user is in exactly one of Staff, Beta',
    'usuário está em exatamente um: Staff, Beta',
  ],
  [groups('NONE_OF', 'Staff'), 'user is in none of Staff', 'usuário não está em nenhum: Staff'],
  [groups('ANY_OF'), 'user is in any of …', 'usuário está em qualquer um: …'],
  [
    { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule: { toggle: 'cart', value: 'on' } },
    'cart returns on',
    'cart retorna on',
  ],
  [
    { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule: { toggle: '', value: '' } },
    '… returns …',
    '… retorna …',
  ],
];

const combined = (policy: string, ...conditions: readonly NamedPart[]): NamedAudience => ({
  type: 'COMBINED',
  combinedRule: { policy, conditions },
});
const brazil: NamedPart = { type: 'PROPERTY', propertyRule: inBrazil };
const staffless = groups('NONE_OF', 'Staff');
const onCart: NamedPart = {
  type: 'TOGGLE_DEPENDENCY',
  toggleDependencyRule: { toggle: 'cart', value: 'on' },
};

describe('RUL-42: several conditions in words', () => {
  it('are joined by “and” or “or”, each with the words that it has alone', () => {
    const all = combined('AND', brazil, staffless, onCart);
    expect(plainWords(audienceInWords(english, all))).toBe(
      'country equals BR and user is in none of Staff and cart returns on',
    );
    expect(plainWords(audienceInWords(portuguese, all))).toBe(
      'country é igual a BR e usuário não está em nenhum: Staff e cart retorna on',
    );
    expect(plainWords(audienceInWords(english, combined('OR', brazil, onCart)))).toBe(
      'country equals BR or cart returns on',
    );
  });

  it('an OR is in brackets where a version filter follows', () => {
    const versionRule = { property: 'app', expression: 'GREATER_THAN', term: '2.4.0' };
    const any = { ...combined('OR', brazil, onCart), versionRule };
    expect(plainWords(audienceInWords(english, any))).toBe(
      '(country equals BR or cart returns on) and app is greater than 2.4.0',
    );
    expect(plainWords(audienceInWords(portuguese, any))).toBe(
      '(country é igual a BR ou cart retorna on) e app é maior que 2.4.0',
    );
    const all = { ...combined('AND', brazil, onCart), versionRule };
    expect(plainWords(audienceInWords(english, all))).toBe(
      'country equals BR and cart returns on and app is greater than 2.4.0',
    );
    expect(plainWords(typeInWords(english, any))).toBe('country equals BR or cart returns on');
  });

  it('one that is not filled in yet is a gap', () => {
    const empty = { property: '', expression: '', term: '' };
    const unfinished = combined('AND', brazil, { type: 'PROPERTY', propertyRule: empty });
    expect(plainWords(audienceInWords(english, unfinished))).toBe('country equals BR and …');
  });
});

describe('CODE-10: a rule in words', () => {
  const version = {
    property: 'app',
    type: 'SEMANTIC_VERSION',
    expression: 'GREATER_THAN',
    term: '2.4.0',
  } as const;

  it.each(RULES)('%j', (rule, en, pt) => {
    expect(plainWords(audienceInWords(english, rule))).toBe(en);
    expect(plainWords(audienceInWords(portuguese, rule))).toBe(pt);
    const filtered = { ...rule, versionRule: version };
    expect(plainWords(audienceInWords(english, filtered))).toBe(
      `${en} and app is greater than 2.4.0`,
    );
    expect(plainWords(audienceInWords(portuguese, filtered))).toBe(`${pt} e app é maior que 2.4.0`);
    expect(plainWords(typeInWords(english, filtered))).toBe(en);
  });

  it('has a row for every type and every policy', () => {
    const types = new Set(RULES.map(([{ type }]) => type));
    const policies = new Set(RULES.map(([{ targetGroupRule }]) => targetGroupRule?.policy));
    expect(SIMPLE_RULE_TYPES.filter((type) => !types.has(type))).toEqual([]);
    expect(TARGET_GROUP_RULE_POLICIES.filter((policy) => !policies.has(policy))).toEqual([]);
  });

  it.each([
    [{ type: 'EXACT_VALUE', exactValue: 'enabled' }, 'enabled'],
    [{ type: 'EXACT_VALUE', exactValue: '' }, '…'],
    [{ type: 'SPLIT', split: { on: 99.5, off: 0.5, never: 0 } }, 'on 99.5%, off 0.5%'],
    [{ type: 'SPLIT', split: {} }, '…'],
    [
      { type: 'SPLIT_BY', by: 'organisation', split: { on: 10, off: 90 } },
      'on 10%, off 90% by organisation',
    ],
    [{ type: 'SPLIT_BY', by: '', split: { on: 10, off: 90 } }, 'on 10%, off 90% by …'],
  ])('returns %j', (valueSpec, en) => {
    expect(plainWords(valueInWords(english, valueSpec))).toBe(en);
  });
});

test('CON-25 COV-10: a whole rule names its audience and its value, and marks what users wrote', () => {
  const audience = audienceInWords(english, { type: 'PROPERTY', propertyRule: inBrazil });
  const value = valueInWords(english, { type: 'SPLIT', split: { on: 99.5, off: 0.5 } });
  expect(ruleInWords(english, { audience, value })).toEqual([
    { as: 'name', text: 'country' },
    ' equals ',
    { as: 'term', text: 'BR' },
    ': ',
    { as: 'value', text: 'on', share: 99.5, plain: 'on 99.5%' },
    ', ',
    { as: 'value', text: 'off', share: 0.5, plain: 'off 0.5%' },
  ]);
  const words = {
    audience: audienceInWords(portuguese, { type: 'PROPERTY', propertyRule: inBrazil }),
    value: valueInWords(portuguese, { type: 'SPLIT', split: { on: 99.5, off: 0.5 } }),
  };
  expect(plainWords(ruleInWords(portuguese, words))).toBe(
    'country é igual a BR: on 99,5%, off 0,5%',
  );
});

test('COV-10: each item of a list, each group and the value of a dependency are marked', () => {
  const list = { ...inBrazil, expression: 'IN', term: 'BR, New York' } as const;
  expect(conditionInWords(english, list)).toEqual([
    ...quoted('name', 'country'),
    ' is one of ',
    ...quoted('term', 'BR'),
    ', ',
    ...quoted('term', '“New York”'),
  ]);
  expect(typeInWords(portuguese, groups('ANY_OF', 'Staff'))).toEqual([
    'usuário está em qualquer um: ',
    ...quoted('name', 'Staff'),
  ]);
  const dependency = { toggle: 'cart', value: 'on' };
  expect(
    typeInWords(english, { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule: dependency }),
  ).toEqual([...quoted('name', 'cart'), ' returns ', ...quoted('value', 'on')]);
});

test('RUL-42: a split by a property ends in its key, in both languages', () => {
  const value = { type: 'SPLIT_BY', by: 'organisation', split: { enabled: 10, disabled: 90 } };
  expect(plainWords(valueInWords(english, value))).toBe(
    'enabled 10%, disabled 90% by organisation',
  );
  expect(plainWords(valueInWords(portuguese, value))).toBe(
    'enabled 10%, disabled 90% por organisation',
  );
});

import { speak } from '@comporta/messages/speak';
import { describe, expect, it } from 'vitest';
import type { Say } from '../base/say.ts';
import { changeInWords } from './changes/change-words.ts';
import { dependentsOf } from './dependents.ts';
import { problemInWords } from './editor/problem-words.ts';
import type { EditedRule } from './rule/edited-rule.ts';
import { audienceInWords, valueInWords } from './rule/rule-words.ts';
import { sharesOf } from './split/split-editor.ts';
import { surroundingsOf } from './surroundings.ts';

const english: Say = speak('en');
const portuguese: Say = speak('pt');
const version = 1;
const surroundings = surroundingsOf('Production', {
  properties: [
    { id: 'p1', appId: 'app', key: 'country', type: 'STRING', description: '', version },
    {
      id: 'p2',
      appId: 'app',
      key: 'app.version',
      type: 'SEMANTIC_VERSION',
      description: '',
      version,
    },
  ],
  targetGroups: ['Staff', 'Beta'].map((name) => ({
    id: name.toLowerCase(),
    appId: 'app',
    name,
    description: '',
    policy: 'AND',
    conditions: [],
    version,
  })),
  toggles: [
    {
      id: 't1',
      appId: 'app',
      name: 'payments',
      description: '',
      values: ['on', 'off'],
      defaultValue: 'off',
      valueType: 'STRING',
      version,
    },
  ],
  experiments: [],
});

const valueSpec = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const inBrazil: EditedRule = {
  type: 'PROPERTY',
  key: '1',
  propertyRule: { propertyId: 'p1', expression: 'EQUALS', term: 'BR' },
  valueSpec,
};

describe('a rule in words', () => {
  it.each<[EditedRule, string, string]>([
    [{ type: 'ALL_USERS', key: '1', valueSpec }, 'everyone', 'todos'],
    [inBrazil, 'country equals BR', 'country é igual a BR'],
    [
      { ...inBrazil, versionRule: { propertyId: 'p2', expression: 'EQUALS', term: '2.0.0' } },
      'country equals BR and app.version equals 2.0.0',
      'country é igual a BR e app.version é igual a 2.0.0',
    ],
    [
      {
        type: 'TARGET_GROUP',
        key: '1',
        targetGroupRule: { policy: 'NONE_OF', targetGroupsIds: ['staff', 'beta'] },
        valueSpec,
      },
      'user is in none of Staff, Beta',
      'usuário não está em nenhum: Staff, Beta',
    ],
    [
      {
        type: 'TOGGLE_DEPENDENCY',
        key: '1',
        toggleDependencyRule: { toggleId: 't1', value: 'on' },
        valueSpec,
      },
      'payments returns on',
      'payments retorna on',
    ],
    [
      {
        type: 'TOGGLE_DEPENDENCY',
        key: '1',
        toggleDependencyRule: { toggleId: '', value: '' },
        valueSpec,
      },
      '… returns …',
      '… retorna …',
    ],
  ])('%j', (rule, en, pt) => {
    const at = { surroundings, isElse: false };
    expect(audienceInWords(english, rule, at)).toBe(en);
    expect(audienceInWords(portuguese, rule, at)).toBe(pt);
  });

  it('is for everyone else when it is the last of several', () => {
    const at = { surroundings, isElse: true };
    const last: EditedRule = { type: 'ALL_USERS', key: '1', valueSpec };
    expect(audienceInWords(english, last, at)).toBe('everyone else');
  });

  it('of a split names what anybody gets', () => {
    const shares = sharesOf({ on: 99.5, off: 0.5 }, ['on', 'off', 'never']);
    expect(valueInWords(english, { type: 'SPLIT', shares })).toBe('on 99.5%, off 0.5%');
  });
});

describe('a change in words', () => {
  const say = (change: Parameters<typeof changeInWords>[1]) =>
    changeInWords(english, change, { surroundings, total: 3 });

  it('of a value alone says whom it is for once', () => {
    const rule: EditedRule = { ...inBrazil, valueSpec: { type: 'EXACT_VALUE', exactValue: 'off' } };
    expect(say({ kind: 'changed', number: 1, before: inBrazil, rule })).toBe(
      '#1 changed: country equals BR: on → off',
    );
  });

  it('of anything else says both sides', () => {
    const rule: EditedRule = { type: 'ALL_USERS', key: '1', valueSpec };
    expect(say({ kind: 'changed', number: 1, before: inBrazil, rule })).toBe(
      '#1 changed: country equals BR: on → everyone: on',
    );
  });

  it('of its place says from where', () => {
    expect(say({ kind: 'moved', from: 2, number: 1, rule: inBrazil })).toBe(
      '#2 moved to #1: country equals BR: on',
    );
  });
});

describe('a problem in words', () => {
  it.each<[Parameters<typeof problemInWords>[1], string]>([
    [
      { code: 'CIRCULAR_TOGGLE_DEPENDENCY', at: [], meta: { toggle_id: 't1' } },
      'Circular dependency detected in toggle payments',
    ],
    [{ code: 'DUPLICATED_RULE', at: [], meta: { rule_order: [1, 3] } }, 'Duplicated rules: #1, #3'],
    [{ code: 'VERSION_EMPTY_TERM', at: [] }, 'Version filter: Value not provided!'],
    [
      { code: 'LIMIT_EXCEEDED', at: [], meta: { field: 'rules', limit: 100 } },
      'An experiment can have at most 100 rules!',
    ],
    [
      { code: 'LIMIT_EXCEEDED', at: [], meta: { field: 'items', limit: 10_000 } },
      'A list can have at most 10,000 values!',
    ],
    [{ code: 'LIMIT_EXCEEDED', at: [] }, 'Something here is longer than the server accepts.'],
  ])('%j', (problem, text) => {
    expect(problemInWords(english, problem, surroundings)).toBe(text);
  });
});

it('dependents of a toggle are the experiments whose rules ask what it returns', () => {
  const experiment = (toggleId: string, asked: string) => ({
    id: toggleId,
    appId: 'app',
    envId: 'env',
    toggleId,
    toggleName: toggleId,
    status: 'ACTIVE' as const,
    salt: '',
    buckets: 100,
    version,
    rules: [
      {
        order: 1,
        type: 'TOGGLE_DEPENDENCY' as const,
        toggleDependencyRule: { toggleId: asked, value: 'on' },
        valueSpec,
      },
    ],
  });
  const experiments = [experiment('a', 'b'), experiment('c', 'd')];
  expect(dependentsOf('b', experiments).map(({ id }) => id)).toEqual(['a']);
});

import { aProperty, aTargetGroup, aToggle } from '@comporta/contract/testing/stored-entities';
import { valueInWords } from '@comporta/messages/rule-in-words';
import { speak } from '@comporta/messages/speak';
import { plainWords } from '@comporta/messages/words';
import { describe, expect, it } from 'vitest';
import type { Say } from '../base/say.ts';
import { dependentsOf } from '../parts/experiment/dependents.ts';
import { changeInWords } from './changes/change-words.ts';
import { problemInWords } from './editor/problem-words.ts';
import { referencesOf } from './references.ts';
import type { EditedRule } from './rule/edited-rule.ts';
import { editedAudience, namedEditedRule } from './rule/rule-words.ts';
import { sharesOf } from './split/split-editor.ts';

const english: Say = speak('en');
const references = referencesOf('Production', {
  properties: [
    aProperty({ id: 'p1', key: 'country' }),
    aProperty({ id: 'p2', key: 'app.version', type: 'SEMANTIC_VERSION' }),
  ],
  targetGroups: ['Staff', 'Beta'].map((name) => aTargetGroup({ id: name.toLowerCase(), name })),
  toggles: [
    aToggle({
      id: 't1',
      name: 'payments',
      values: ['on', 'off'],
      defaultValue: 'off',
      valueType: 'STRING',
    }),
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

describe('an edited rule in words', () => {
  const inWords = (rule: EditedRule) => {
    const named = namedEditedRule(english, rule, references);
    return `${plainWords(editedAudience(english, named, false))}: ${plainWords(valueInWords(english, named.valueSpec))}`;
  };

  it('has names in place of ids', () => {
    const versionRule = { propertyId: 'p2', expression: 'EQUALS', term: '2.0.0' };
    expect(inWords({ ...inBrazil, versionRule })).toBe(
      'country equals BR and app.version equals 2.0.0: on',
    );
    const targetGroupRule = { policy: 'NONE_OF', targetGroupsIds: ['staff', 'gone'] } as const;
    expect(inWords({ type: 'TARGET_GROUP', key: '1', targetGroupRule, valueSpec })).toBe(
      'user is in none of Staff, deleted group: on',
    );
    const toggleDependencyRule = { toggleId: 't1', value: 'on' };
    expect(inWords({ type: 'TOGGLE_DEPENDENCY', key: '1', toggleDependencyRule, valueSpec })).toBe(
      'payments returns on: on',
    );
  });

  it('has gaps while it is unfinished', () => {
    const empty = { type: 'EXACT_VALUE', exactValue: '' } as const;
    const toggleDependencyRule = { toggleId: '', value: '' };
    expect(
      inWords({ type: 'TOGGLE_DEPENDENCY', key: '1', toggleDependencyRule, valueSpec: empty }),
    ).toBe('… returns …: …');
    expect(inWords({ type: 'PROPERTY', key: '1', propertyRule: undefined, valueSpec })).toBe(
      '…: on',
    );
    expect(inWords({ type: 'ALL_USERS', key: '1', valueSpec: { type: 'SPLIT', shares: [] } })).toBe(
      'everyone: …',
    );
  });

  it('is for everyone else when it is the last of several', () => {
    const last: EditedRule = { type: 'ALL_USERS', key: '1', valueSpec };
    const named = namedEditedRule(english, last, references);
    expect(editedAudience(english, named, true)).toEqual(['everyone else']);
  });

  it('with a split has the value that each share of users gets', () => {
    const shares = sharesOf({ on: 99.5, off: 0.5 }, ['on', 'off', 'never']);
    const split: EditedRule = {
      type: 'ALL_USERS',
      key: '1',
      valueSpec: { type: 'SPLIT', shares },
    };
    expect(inWords(split)).toBe('everyone: on 99.5%, off 0.5%');
  });
});

describe('a change in words', () => {
  const say = (change: Parameters<typeof changeInWords>[1]) =>
    plainWords(changeInWords(english, change, { references, total: 3 }));

  it('of the value alone has the audience once', () => {
    const rule: EditedRule = { ...inBrazil, valueSpec: { type: 'EXACT_VALUE', exactValue: 'off' } };
    expect(say({ kind: 'changed', number: 1, before: inBrazil, rule })).toBe(
      '#1 changed: country equals BR: on → off',
    );
  });

  it('of anything else has both sides', () => {
    const rule: EditedRule = { type: 'ALL_USERS', key: '1', valueSpec };
    expect(say({ kind: 'changed', number: 1, before: inBrazil, rule })).toBe(
      '#1 changed: country equals BR: on → everyone: on',
    );
  });

  it('CDW-44: of the name has both names, and any other change has the name beside the number', () => {
    const renamed = { ...inBrazil, name: 'Brazil beta' };
    expect(say({ kind: 'changed', number: 1, before: inBrazil, rule: renamed })).toBe(
      'Name of #1: none → Brazil beta',
    );
    const rule: EditedRule = { ...renamed, valueSpec: { type: 'EXACT_VALUE', exactValue: 'off' } };
    expect(say({ kind: 'changed', number: 1, before: renamed, rule })).toBe(
      '#1 Brazil beta changed: country equals BR: on → off',
    );
  });

  it('of the place has the former place', () => {
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
    [
      { code: 'DEPENDENCY_CHAIN_TOO_LONG', at: [], meta: { length: 101, limit: 100 } },
      'This makes a chain of 101 toggles that depend on each other; at most 100 are allowed!',
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
    expect(problemInWords(english, problem, references)).toBe(text);
  });
});

it('the dependents of a toggle are the experiments with a rule that depends on it', () => {
  const experiment = (toggleId: string, asked: string) => ({
    id: toggleId,
    appId: 'app',
    envId: 'env',
    toggleId,
    toggleName: toggleId,
    status: 'ACTIVE' as const,
    salt: '',
    buckets: 100,
    version: 1,
    lastChanged: { at: '2026-11-02T10:00:00.000Z', by: { name: 'Ana' } },
    rules: [
      {
        id: 'asks',
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

it('CON-25: a duplicate rule is reported with the rule that it repeats', () => {
  const meta = { rule_order: [3, 4], duplicate_of: [1, 2] };
  const problem = { code: 'DUPLICATED_RULE', at: [], meta } as const;
  expect(problemInWords(english, problem, references)).toBe(
    'Duplicated rules: #3 (the same as #1), #4 (the same as #2)',
  );
  expect(problemInWords(speak('pt'), problem, references)).toBe(
    'Regras duplicadas: #3 (igual à #1), #4 (igual à #2)',
  );
});

import { readFileSync } from 'node:fs';
import { problemsOfDuplicates } from '@comporta/contract/experiments/duplicated-rules';
import { checkExperiment, experimentDraftSchema } from '@comporta/contract/experiments/experiment';
import type { Rule } from '@comporta/engine/snapshot';
import { expect, it } from 'vitest';

const FOLDER = new URL('../../../../conformance/rules/', import.meta.url);

function casesOf<Case>(file: string): readonly Case[] {
  return JSON.parse(readFileSync(new URL(`${file}.json`, FOLDER), 'utf8'));
}

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

interface StoredCase {
  readonly sent: Rule;
  readonly stored: Rule;
}

it.each(casesOf<StoredCase>('stored').map((one, place) => ({ ...one, place })))(
  'RUL-21: vector $place is stored in its only form',
  ({ sent, stored }) => {
    const result = check(sent);
    expect(result.ok && result.value.rules[0]).toEqual({ ...stored, valueSpec });
  },
);

interface DuplicatesCase {
  readonly rules: readonly Rule[];
  readonly duplicates: readonly { readonly order: number; readonly of: number }[];
}

it.each(casesOf<DuplicatesCase>('duplicates').map((one, place) => ({ ...one, place })))(
  'RUL-21: vector $place has the duplicates that it says',
  ({ rules, duplicates }) => {
    const normal = rules.map((rule) => {
      if (rule.type !== 'COMBINED') return rule;
      const [only, ...others] = rule.combinedRule.conditions;
      return only && others.length === 0 ? { ...only, valueSpec } : rule;
    });
    const [problem] = problemsOfDuplicates(normal);
    const { rule_order = [], duplicate_of = [] } = (problem?.meta ?? {}) as Record<
      string,
      number[]
    >;
    expect(rule_order.map((order, index) => ({ order, of: duplicate_of[index] }))).toEqual(
      duplicates,
    );
  },
);

import { compile } from '@comporta/engine/compile';
import type { Context } from '@comporta/engine/context';
import { evaluateAll } from '@comporta/engine/evaluate';
import { type Rule, SNAPSHOT_FORMAT, type Snapshot } from '@comporta/engine/snapshot';
import type { Expression } from '@comporta/engine/vocabulary';
import { at } from './contender.ts';

/** 20 characters of ASCII, different from call to call. */
const CONTEXTS: readonly Context[] = Array.from({ length: 64 }, (_, index) => ({
  uid: `user-number-${10_000_000 + index}`,
  properties: { email: `User.Name${10 + index}@Acme.ex` },
}));

/** `SPLIT_BY` divides the values of a text property, `SPLIT` the uids. */
type Word = Expression | 'SPLIT' | 'SPLIT_BY';

/** The words of RUL-72, each with the one that it is compared with, and how much longer it may take. */
export const WORDS = [
  { word: 'NOT_IN', than: 'IN', most: 1.2, toggles: 200 },
  { word: 'NOT_CONTAINS_ANY', than: 'CONTAINS_ANY', most: 1.2, toggles: 200 },
  { word: 'NOT_REGEX', than: 'REGEX', most: 1.2, toggles: 200 },
  { word: 'IN_IGNORING_CASE', than: 'IN', most: 2, toggles: 1 },
  { word: 'SPLIT_BY', than: 'SPLIT', most: 1.15, toggles: 200 },
  { word: 'SPLIT_BY', than: 'SPLIT', most: 1.15, toggles: 1 },
  { word: 'ENDS_WITH_ANY_IGNORING_CASE', than: 'ENDS_WITH_ANY', most: 2, toggles: 1 },
] as const satisfies readonly {
  word: Word;
  than: Word;
  most: number;
  /** One, where conditions in a row share the work. */
  toggles: number;
}[];

/** Evaluates so many toggles, each with one rule with the word on a text of 20 characters. */
export function evaluationOf(word: Word, toggles: number): () => unknown {
  const compiled = compile(snapshotOf(word, toggles));
  let call = 0;
  return () => {
    call++;
    return evaluateAll(compiled, at(CONTEXTS, call % CONTEXTS.length));
  };
}

function snapshotOf(word: Word, toggles: number): Snapshot {
  const names = Array.from({ length: toggles }, (_, index) => `toggle-${index}`);
  return {
    format: SNAPSHOT_FORMAT,
    application: { id: 'application', name: 'bench' },
    environment: { id: 'environment', name: 'bench' },
    revision: 1,
    properties: [{ id: 'email', key: 'email', type: 'STRING' }],
    targetGroups: [],
    toggles: names.map((name) => ({
      id: name,
      name,
      values: ['on', 'off'],
      defaultValue: 'off',
      valueType: 'STRING',
    })),
    experiments: names.map((name, index) => ({
      id: `experiment of ${name}`,
      toggleId: name,
      status: 'ACTIVE',
      salt: name,
      buckets: 10_000,
      rules: rulesWith(word, `@acme${index}.ex`),
    })),
  };
}

function rulesWith(word: Word, term: string): readonly Rule[] {
  const split = { on: 50, off: 50 };
  const value = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue }) as const;
  switch (word) {
    case 'SPLIT':
      return [{ type: 'ALL_USERS', valueSpec: { type: word, split } }];
    case 'SPLIT_BY':
      return [{ type: 'ALL_USERS', valueSpec: { type: word, by: 'email', split } }];
    default:
      return [
        {
          type: 'PROPERTY',
          propertyRule: { propertyId: 'email', expression: word, term },
          valueSpec: value('on'),
        },
        { type: 'ALL_USERS', valueSpec: value('off') },
      ];
  }
}

import type { Rule, ValueSpec } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import { type Outcome, outcomeOf } from './outcome.ts';

const exactly = (exactValue: string): ValueSpec => ({ type: 'EXACT_VALUE', exactValue });
const split = (shares: Record<string, number>): ValueSpec => ({ type: 'SPLIT', split: shares });
const versionRule = { propertyId: 'v', expression: 'EQUALS', term: '1.0.0' } as const;
const everyone = (valueSpec: ValueSpec): Rule => ({ type: 'ALL_USERS', valueSpec });
const some = (valueSpec: ValueSpec): Rule => ({
  type: 'PROPERTY',
  propertyRule: { propertyId: 'country', expression: 'EQUALS', term: 'BR' },
  valueSpec,
});
const ON = exactly('on');
const OFF = exactly('off');

const CASES: readonly (readonly [string, readonly Rule[], Outcome])[] = [
  ['one value for everyone', [everyone(ON)], { type: 'EVERYONE', value: 'on' }],
  [
    'rules that all return the same',
    [some(ON), some(split({ on: 100, off: 0 })), everyone(ON)],
    { type: 'EVERYONE', value: 'on' },
  ],
  [
    'a split with one share of 100 is one value',
    [everyone(split({ on: 0, off: 100 }))],
    { type: 'EVERYONE', value: 'off' },
  ],
  [
    'a split for everyone; shares of 0 are left out',
    [everyone(split({ on: 70, maybe: 0, off: 30 }))],
    { type: 'SPLIT', shares: { on: 70, off: 30 } },
  ],
  [
    'three values',
    [everyone(split({ a: 50, b: 30, c: 20 }))],
    { type: 'SPLIT', shares: { a: 50, b: 30, c: 20 } },
  ],
  [
    'rules above the last one',
    [some(ON), some(OFF), everyone(split({ on: 25, off: 75 }))],
    { type: 'RULES', rules: 2, last: { on: 25, off: 75 } },
  ],
  [
    'rules below one for everyone are not reached',
    [some(ON), everyone(OFF), some(ON), everyone(ON)],
    { type: 'RULES', rules: 1, last: { off: 100 } },
  ],
  [
    'one for everyone at the top decides alone',
    [everyone(OFF), some(ON), everyone(ON)],
    { type: 'EVERYONE', value: 'off' },
  ],
  [
    'a version filter lets others through',
    [{ ...everyone(ON), versionRule }, everyone(OFF)],
    { type: 'RULES', rules: 1, last: { off: 100 } },
  ],
];

describe('CDW-11: the outcome of an experiment', () => {
  it.each(CASES)('%s', (_title, rules, outcome) => {
    expect(outcomeOf(rules)).toEqual(outcome);
  });
});

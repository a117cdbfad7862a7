import { describe, expect, test } from 'vitest';
import { compile } from '../compile.ts';
import type { Context } from '../context.ts';
import { evaluate, evaluateAll } from '../evaluate.ts';
import { explain } from '../explain.ts';
import type { Rule, Snapshot, SnapshotExperiment } from '../snapshot.ts';

const ON = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const OFF = { type: 'EXACT_VALUE', exactValue: 'off' } as const;
const IN_BRAZIL = { propertyId: 'country', expression: 'EQUALS', term: 'BR' } as const;
const IN_PORTUGAL = { propertyId: 'country', expression: 'EQUALS', term: 'PT' } as const;

function waitingFor(number: number): Rule {
  const toggleDependencyRule = { toggleId: `t${number}`, value: 'on' };
  return { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule, valueSpec: ON };
}

function snapshotOf(rulesOf: readonly (readonly Rule[])[]): Snapshot {
  const experiments = rulesOf.map((rules, number): SnapshotExperiment => {
    const toggleId = `t${number}`;
    return { id: `e${number}`, toggleId, status: 'ACTIVE', salt: 's', buckets: 10_000, rules };
  });
  return {
    format: 1,
    environment: { id: 'environment', name: 'test' },
    application: { id: 'application', name: 'test' },
    revision: 1,
    properties: [{ id: 'country', key: 'country', type: 'STRING' }],
    targetGroups: [],
    toggles: experiments.map(({ toggleId: id }) => {
      return { id, name: id, values: ['on', 'off'], defaultValue: 'off', valueType: 'STRING' };
    }),
    experiments,
  };
}

/** t0 depends on t1, and so on; the last one is on in Brazil. Each is off in Portugal before it asks the next one. */
function chainOf(length: number): Snapshot {
  const elsewhere: Rule = { type: 'PROPERTY', propertyRule: IN_PORTUGAL, valueSpec: OFF };
  const last: Rule = { type: 'PROPERTY', propertyRule: IN_BRAZIL, valueSpec: ON };
  const rules = Array.from({ length }, (_, number) => [
    elsewhere,
    number === length - 1 ? last : waitingFor(number + 1),
  ]);
  return snapshotOf(rules);
}

const BRAZIL: Context = { properties: { country: 'BR' } };

describe.each([3, 100, 101, 102, 10_000])('RUL-51: %i toggles in a row', (length) => {
  const snapshot = chainOf(length);
  const backwards = { ...snapshot, toggles: snapshot.toggles.toReversed() };

  test.each([
    ['the first toggle first', snapshot],
    ['the last toggle first', backwards],
  ])('answer alone, together and explained, %s', (_, ordered) => {
    const compiled = compile(ordered);
    for (const [country, value] of [
      ['BR', 'on'],
      ['PT', 'off'],
      ['US', 'off'],
    ] as const) {
      const context = { properties: { country } };
      const outcomes = evaluateAll(compiled, context);
      expect(new Set(outcomes.map((outcome) => outcome.value))).toEqual(new Set([value]));
      expect(evaluate(compiled, 't0', context)?.value).toBe(value);
      expect(explain(compiled, 't0', context)?.value).toBe(value);
    }
  });

  test('answer a context whose getter evaluates all of them for somebody else', () => {
    const compiled = compile(snapshot);
    let evaluations = 0;
    const context = {
      properties: {
        get country() {
          if (evaluations++ < 20) evaluateAll(compiled, { properties: { country: 'PT' } });
          return 'BR';
        },
      },
    };
    expect(evaluate(compiled, 't0', context)?.value).toBe('on');
    evaluations = 0;
    expect(evaluateAll(compiled, context).every(({ value }) => value === 'on')).toBe(true);
  });
});

test('RUL-51: a getter that always evaluates the chain for somebody else makes each toggle evaluated once more, not twice as often as the one below', () => {
  const compiled = compile(chainOf(150));
  let reads = 0;
  const context = {
    properties: {
      get country() {
        reads++;
        evaluateAll(compiled, { properties: { country: 'PT' } });
        return 'BR';
      },
    },
  };
  expect(evaluate(compiled, 't0', context)?.value).toBe('on');
  // Two conditions of each toggle at most, and those of the 100 last ones again for each that asks them.
  expect(reads).toBeLessThan(150 * 100 * 2);
});

test('RUL-51: a chain that leads into a cycle is answered, and so is one that leaves it', () => {
  const length = 300;
  const rules = Array.from({ length }, (_, number) => [waitingFor(number + 1)]);
  // t150 and t151 depend on each other; t299 is on.
  rules[151] = [waitingFor(150), waitingFor(152)];
  rules[299] = [{ type: 'ALL_USERS', valueSpec: ON }];
  const compiled = compile(snapshotOf(rules));
  const outcomes = evaluateAll(compiled, BRAZIL).map(({ value }) => value);
  expect(outcomes.slice(151)).toEqual(Array(149).fill('on'));
  expect(outcomes.slice(0, 151)).toEqual(Array(151).fill('off'));
});

test('RUL-51: a compilation that continues another one knows the new lengths', () => {
  const long = chainOf(10_000);
  const short = {
    ...long,
    experiments: long.experiments.filter(({ toggleId }) => toggleId !== 't50'),
  };
  const before = compile(short);
  expect(evaluate(before, 't0', BRAZIL)?.value).toBe('off');
  expect(evaluate(compile(long, before), 't0', BRAZIL)?.value).toBe('on');
});

import { describe, expect, test } from 'vitest';
import { compile } from './compile.ts';
import { explain } from './explain.ts';
import { murmur3 } from './murmur3.ts';
import type { Condition, Rule, Snapshot, ValueSpec } from './snapshot.ts';

const on: ValueSpec = { type: 'EXACT_VALUE', exactValue: 'on' };
const half: ValueSpec = { type: 'SPLIT', split: { on: 50, off: 50 } };

function condition(
  propertyId: string,
  expression: Condition['expression'],
  term: string,
): Condition {
  return { propertyId, expression, term };
}

function snapshotOf(rules: Record<string, readonly Rule[]>): Snapshot {
  return {
    format: 1,
    environment: { id: 'e', name: 'test' },
    application: { id: 'a', name: 'test' },
    revision: 1,
    properties: [
      { id: 'c', key: 'country', type: 'STRING' },
      { id: 'n', key: 'age', type: 'NUMERIC' },
      { id: 'v', key: 'app', type: 'SEMANTIC_VERSION' },
      { id: 'o', key: 'constructor', type: 'STRING' },
    ],
    targetGroups: [
      {
        id: 'adults',
        name: 'Adults',
        policy: 'AND',
        conditions: [condition('n', 'GREATER_THAN', '17')],
      },
    ],
    toggles: Object.keys(rules).map((name) => ({
      id: name,
      name,
      values: ['on', 'off'],
      defaultValue: 'off',
      valueType: 'STRING',
    })),
    experiments: Object.entries(rules).map(([toggleId, list]) => ({
      id: `of ${toggleId}`,
      toggleId,
      status: 'ACTIVE',
      salt: 'checkout',
      buckets: 10_000,
      rules: list,
    })),
  };
}

function explanationOf(rules: readonly Rule[], properties: Record<string, unknown>, uid?: string) {
  return explain(compile(snapshotOf({ toggle: rules })), 'toggle', { uid, properties });
}

function resultOf(tested: Condition, properties: Record<string, unknown>): unknown {
  const rule: Rule = { type: 'PROPERTY', propertyRule: tested, valueSpec: on };
  return explanationOf([rule], properties)?.rules[0];
}

test.each([
  [condition('c', 'EQUALS', 'BR'), { country: 'BR' }, 'HOLDS', 'BR'],
  [condition('c', 'EQUALS', 'BR'), { country: 'PT' }, 'DOES_NOT_HOLD', 'PT'],
  [condition('c', 'NOT_EQUALS', 'BR'), {}, 'ABSENT', undefined],
  [condition('c', 'NOT_EQUALS', 'BR'), { country: null }, 'ABSENT', undefined],
  [condition('o', 'NOT_EQUALS', 'BR'), {}, 'ABSENT', undefined],
  [condition('n', 'NOT_EQUALS', '18'), { age: 'old' }, 'UNREADABLE', 'old'],
  [condition('n', 'NOT_EQUALS', '18'), { age: { years: 18 } }, 'UNREADABLE', undefined],
  [condition('n', 'NOT_EQUALS', '18'), { age: Number.POSITIVE_INFINITY }, 'UNREADABLE', 'Infinity'],
  [condition('c', 'REGEX', 'x'), { country: 'x'.repeat(256) }, 'HOLDS', 'x'.repeat(256)],
  [condition('c', 'REGEX', 'x'), { country: 'x'.repeat(257) }, 'UNREADABLE', 'x'.repeat(257)],
  [condition('n', 'NOT_EQUALS', 'x'), { age: 18 }, 'INVALID_CONDITION', 18],
  [condition('gone', 'NOT_EQUALS', 'x'), {}, 'INVALID_CONDITION', undefined],
])('condition %j on %j: %s', (tested, properties, result, seen) => {
  expect(resultOf(tested, properties)).toMatchObject({
    result: result === 'HOLDS' ? 'MATCHED' : 'NOT_MATCHED',
    condition: { ...tested, result, seen },
  });
});

test('rules are reported as matched, not matched or not reached, with the values seen', () => {
  const rules: Rule[] = [
    {
      type: 'PROPERTY',
      propertyRule: condition('c', 'IN', 'BR, PT'),
      versionRule: condition('v', 'LESS_THAN', '2.0.0'),
      valueSpec: on,
    },
    {
      type: 'TARGET_GROUP',
      targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: ['adults'] },
      valueSpec: half,
    },
    { type: 'ALL_USERS', valueSpec: on },
  ];
  const explanation = explanationOf(rules, { country: 'BR', app: '2.1.0', age: 30 }, 'ana');
  expect(explanation).toEqual({
    toggle: 'toggle',
    value: 'on',
    reason: 'SPLIT',
    ruleOrder: 2,
    experimentId: 'of toggle',
    experimentStatus: 'ACTIVE',
    rules: [
      {
        order: 1,
        type: 'PROPERTY',
        result: 'NOT_MATCHED',
        condition: {
          propertyId: 'c',
          property: 'country',
          expression: 'IN',
          term: 'BR, PT',
          seen: 'BR',
          result: 'HOLDS',
        },
        versionFilter: {
          propertyId: 'v',
          property: 'app',
          expression: 'LESS_THAN',
          term: '2.0.0',
          seen: '2.1.0',
          result: 'DOES_NOT_HOLD',
        },
      },
      {
        order: 2,
        type: 'TARGET_GROUP',
        result: 'MATCHED',
        policy: 'ANY_OF',
        groups: [
          {
            id: 'adults',
            name: 'Adults',
            policy: 'AND',
            holds: true,
            conditions: [
              {
                propertyId: 'n',
                property: 'age',
                expression: 'GREATER_THAN',
                term: '17',
                seen: 30,
                result: 'HOLDS',
              },
            ],
          },
        ],
        split: {
          salt: 'checkout',
          buckets: 10_000,
          bucket: 4605,
          ranges: [
            { value: 'on', from: 0, to: 5000 },
            { value: 'off', from: 5000, to: 10_000 },
          ],
        },
      },
      { order: 3, type: 'ALL_USERS', result: 'NOT_REACHED' },
    ],
  });
});

test('TARGETING_KEY_MISSING: a split without uid has ranges but no bucket', () => {
  expect(explanationOf([{ type: 'ALL_USERS', valueSpec: half }], {})).toMatchObject({
    value: 'off',
    errorCode: 'TARGETING_KEY_MISSING',
    rules: [
      { result: 'MATCHED', split: { bucket: undefined, ranges: [{ to: 5000 }, { to: 10_000 }] } },
    ],
  });
});

test('a dependency shows the outcome of the other toggle', () => {
  const dependsOn = (toggleId: string): Rule => ({
    type: 'TOGGLE_DEPENDENCY',
    toggleDependencyRule: { toggleId, value: 'on' },
    valueSpec: on,
  });
  const everyone: Rule = { type: 'ALL_USERS', valueSpec: on };
  const compiled = compile(
    snapshotOf({
      parent: [everyone],
      child: [dependsOn('parent')],
      orphan: [dependsOn('nowhere')],
      hen: [dependsOn('egg')],
      egg: [dependsOn('hen')],
    }),
  );
  const dependencyOf = (name: string) => explain(compiled, name, { properties: {} })?.rules[0];
  expect(dependencyOf('child')).toMatchObject({
    result: 'MATCHED',
    dependency: {
      value: 'on',
      result: 'HOLDS',
      answer: { toggle: 'parent', value: 'on', reason: 'STATIC', ruleOrder: 1 },
    },
  });
  expect(dependencyOf('orphan')).toMatchObject({ dependency: { result: 'UNKNOWN_TOGGLE' } });
  expect(dependencyOf('hen')).toMatchObject({ dependency: { result: 'CYCLE' } });
  expect(dependencyOf('egg')).toMatchObject({ dependency: { result: 'CYCLE' } });
});

test('a trace truncates long text', () => {
  expect(resultOf(condition('c', 'EQUALS', 'BR'), { country: 'x'.repeat(5000) })).toMatchObject({
    condition: { result: 'UNREADABLE', seen: 'x'.repeat(1024) },
  });
});

describe('RUL-33: the trace of a split by a property', () => {
  const byCountry: Rule = {
    type: 'ALL_USERS',
    valueSpec: { type: 'SPLIT_BY', by: 'c', split: { on: 50, off: 50 } },
  };
  const splitIn = (properties: Record<string, unknown>, rule = byCountry) => {
    const [trace] = explanationOf([rule], properties, 'u1')?.rules ?? [];
    return trace && 'split' in trace ? trace.split : undefined;
  };

  test('it names the property, the value that was seen, and its bucket', () => {
    expect(splitIn({ country: 'BR' })).toMatchObject({
      bucket: murmur3('checkout:BR') % 10_000,
      by: { propertyId: 'c', property: 'country', seen: 'BR' },
    });
  });

  test('RUL-32: without a value it has no bucket, and the answer is the default with INVALID_CONTEXT', () => {
    expect(splitIn({})).toMatchObject({ bucket: undefined, by: { property: 'country' } });
    expect(explanationOf([byCountry], { country: '' }, 'u1')).toMatchObject({
      value: 'off',
      reason: 'SPLIT',
      errorCode: 'INVALID_CONTEXT',
    });
  });

  test('a property that the snapshot lacks has no key', () => {
    const valueSpec = { type: 'SPLIT_BY', by: 'gone', split: { on: 50, off: 50 } } as const;
    expect(splitIn({ gone: 'x' }, { ...byCountry, valueSpec })?.by).toEqual({ propertyId: 'gone' });
  });

  test('a split by uid has none', () => {
    expect(splitIn({}, { type: 'ALL_USERS', valueSpec: half })).not.toHaveProperty('by');
  });
});

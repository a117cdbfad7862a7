import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CompiledSnapshot, compile, toggleNamed } from '../compile.ts';
import type { Context } from '../context.ts';
import { evaluate } from '../evaluate.ts';
import { explain } from '../explain.ts';
import { readSnapshot } from '../read-snapshot.ts';
import {
  type Rule,
  type RulePart,
  SNAPSHOT_FORMAT,
  type Snapshot,
  type SnapshotExperiment,
  type SnapshotProperty,
  type SnapshotTargetGroup,
} from '../snapshot.ts';

const FILE = new URL('../../../../conformance/rules/combined.json', import.meta.url);

interface Vectors {
  readonly world: {
    readonly properties: Readonly<Record<string, Omit<SnapshotProperty, 'id'>>>;
    readonly groups: Readonly<Record<string, Omit<SnapshotTargetGroup, 'id' | 'name'>>>;
    readonly toggles: Readonly<Record<string, string>>;
  };
  readonly cases: readonly {
    readonly rule: Rule;
    readonly context: Context;
    readonly matches: boolean;
  }[];
}

const { world, cases }: Vectors = JSON.parse(readFileSync(FILE, 'utf8'));
const everyone = { type: 'ALL_USERS', valueSpec: exactly('off') } as const;

function exactly(exactValue: string) {
  return { type: 'EXACT_VALUE', exactValue } as const;
}

/** A toggle `tried` for each list of rules, and those of the vectors. */
function snapshotOf(...tried: readonly (readonly Rule[])[]): Snapshot {
  const constants = Object.entries(world.toggles).map(([id, value]) =>
    experimentOf(id, [{ type: 'ALL_USERS', valueSpec: exactly(value) }]),
  );
  const experiments = [
    ...constants,
    ...tried.map((rules, place) => experimentOf(`tried ${place}`, rules)),
  ];
  return {
    format: SNAPSHOT_FORMAT,
    environment: { id: 'environment', name: 'test' },
    application: { id: 'application', name: 'test' },
    revision: 1,
    properties: Object.entries(world.properties).map(([id, property]) => ({ id, ...property })),
    targetGroups: Object.entries(world.groups).map(([id, group]) => ({ id, name: id, ...group })),
    toggles: experiments.map(({ toggleId: id }) => ({
      id,
      name: id,
      values: ['on', 'off', 'enabled', 'disabled'],
      defaultValue: 'off',
      valueType: 'STRING',
    })),
    experiments,
  };
}

function experimentOf(toggleId: string, rules: readonly Rule[]): SnapshotExperiment {
  return { id: toggleId, toggleId, status: 'ACTIVE', salt: 'salt', buckets: 100, rules };
}

/** The snapshot as a reader gets it, without what this engine does not know. */
function compiledOf(snapshot: Snapshot, previous?: CompiledSnapshot): CompiledSnapshot {
  const read = readSnapshot(snapshot);
  if (read === undefined) throw new Error('no snapshot');
  return compile(read, previous);
}

describe('RUL-20: a combined rule matches as the vectors say', () => {
  it.each(cases.map((one, place) => ({ ...one, place })))(
    '$place',
    ({ rule, context, matches }) => {
      const compiled = compiledOf(snapshotOf([{ ...rule, valueSpec: exactly('on') }, everyone]));
      expect(evaluate(compiled, 'tried 0', context)?.value).toBe(matches ? 'on' : 'off');
      expect(explain(compiled, 'tried 0', context)?.rules[0]?.result).toBe(
        matches ? 'MATCHED' : 'NOT_MATCHED',
      );
    },
  );
});

const brazil: RulePart = {
  type: 'PROPERTY',
  propertyRule: { propertyId: 'country', expression: 'EQUALS', term: 'BR' },
};
const adults: RulePart = {
  type: 'TARGET_GROUP',
  targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: ['adults', 'staff'] },
};
const adultsToo: RulePart = {
  type: 'TARGET_GROUP',
  targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: ['staff', 'adults'] },
};
const nav: RulePart = {
  type: 'TOGGLE_DEPENDENCY',
  toggleDependencyRule: { toggleId: 'nav', value: 'enabled' },
};

function combined(policy: 'AND' | 'OR', ...conditions: readonly RulePart[]): Rule {
  return { type: 'COMBINED', combinedRule: { policy, conditions }, valueSpec: exactly('on') };
}

function firstFact(compiled: CompiledSnapshot, place: number) {
  const fact = toggleNamed(compiled, `tried ${place}`)?.facts[0];
  if (fact === undefined) throw new Error('no rule');
  return fact;
}

describe('RUL-71: equal combined rules share one fact', () => {
  it('across toggles, in any order of parts and groups, with one policy', () => {
    const compiled = compile(
      snapshotOf(
        [combined('AND', brazil, adults), everyone],
        [combined('AND', adultsToo, brazil), everyone],
        [combined('OR', brazil, adults), everyone],
        [combined('AND', brazil, brazil, adults), everyone],
      ),
    );
    expect(firstFact(compiled, 1)).toBe(firstFact(compiled, 0));
    expect(firstFact(compiled, 3)).toBe(firstFact(compiled, 0));
    expect(firstFact(compiled, 2)).not.toBe(firstFact(compiled, 0));
  });

  it('a dependency belongs to its toggle', () => {
    const rules = [combined('AND', brazil, nav), everyone];
    const compiled = compile(snapshotOf(rules, rules));
    expect(firstFact(compiled, 1)).not.toBe(firstFact(compiled, 0));
  });

  it('a changed group is seen by a rule that was there before it', () => {
    const before = snapshotOf([combined('AND', brazil, adults), everyone]);
    const groups = before.targetGroups.map((group) => ({ ...group, conditions: [] }));
    const first = compile(before);
    const context = { properties: { country: 'BR', age: 40 } };
    expect(evaluate(first, 'tried 0', context)?.value).toBe('on');
    const after = {
      ...before,
      targetGroups: groups.map((group) => ({ ...group, policy: 'OR' as const })),
    };
    const second = compile(after, first);
    expect(evaluate(second, 'tried 0', context)?.value).toBe('off');
    expect(evaluate(first, 'tried 0', context)?.value).toBe('on');
  });
});

it('RUL-24: two rules with the same split give a user the same value', () => {
  const split = { type: 'SPLIT', split: { on: 40, off: 60 } } as const;
  const rules = [
    { ...combined('AND', brazil, nav), valueSpec: split },
    { ...combined('AND', adults, nav), valueSpec: split },
    everyone,
  ];
  const compiled = compile(snapshotOf(rules));
  const outcomes = Array.from({ length: 100 }, (_, user) => {
    const first = evaluate(compiled, 'tried 0', { uid: `${user}`, properties: { country: 'BR' } });
    const second = evaluate(compiled, 'tried 0', { uid: `${user}`, properties: { age: 30 } });
    expect([first?.ruleOrder, second?.ruleOrder]).toEqual([1, 2]);
    expect(second?.value).toBe(first?.value);
    return first?.value;
  });
  expect(new Set(outcomes)).toEqual(new Set(['on', 'off']));
});

it('RUL-45: all parts of a combined rule are traced, also those that did not decide', () => {
  const compiled = compile(snapshotOf([combined('OR', brazil, adults, nav), everyone]));
  const context = { properties: { country: 'BR', age: 12 } };
  expect(explain(compiled, 'tried 0', context)?.rules[0]).toMatchObject({
    type: 'COMBINED',
    result: 'MATCHED',
    policy: 'OR',
    conditions: [
      { holds: true, type: 'PROPERTY', condition: { property: 'country', seen: 'BR' } },
      {
        holds: false,
        type: 'TARGET_GROUP',
        groups: [{ name: 'adults', holds: false }, { name: 'staff' }],
      },
      { holds: true, type: 'TOGGLE_DEPENDENCY', dependency: { result: 'HOLDS' } },
    ],
  });
});

describe('T15: a combined rule that is not understood affects only its toggle', () => {
  it.each([
    [
      'a part of another type',
      { policy: 'AND', conditions: [brazil, { type: 'COMBINED' }] },
      'rule type COMBINED',
    ],
    [
      'a part for everyone',
      { policy: 'OR', conditions: [{ type: 'ALL_USERS' }] },
      'rule type ALL_USERS',
    ],
    ['another policy', { policy: 'XOR', conditions: [brazil] }, 'policy of conditions XOR'],
    ['no part', { policy: 'AND', conditions: [] }, 'no conditions'],
    ['no list', { policy: 'AND' }, 'no conditions'],
    ['nothing', undefined, 'no conditions'],
    [
      'another expression',
      {
        policy: 'AND',
        conditions: [{ ...brazil, propertyRule: { ...brazil.propertyRule, expression: 'LIKE' } }],
      },
      'expression LIKE',
    ],
  ])('%s', (_, combinedRule, unreadable) => {
    const rules = [{ type: 'COMBINED', combinedRule, valueSpec: exactly('on') }, everyone];
    const snapshot = snapshotOf([], [everyone]);
    const experiments = snapshot.experiments.map((one) => ({
      ...one,
      ...(one.toggleId === 'tried 0' && { rules }),
    }));
    const compiled = compile(readSnapshot({ ...snapshot, experiments }) ?? snapshot);
    expect(toggleNamed(compiled, 'tried 0')?.source.unreadable).toBe(unreadable);
    expect(evaluate(compiled, 'tried 0', { properties: {} })?.errorCode).toBe('PARSE_ERROR');
    expect(evaluate(compiled, 'tried 1', { properties: {} })?.reason).toBe('STATIC');
  });
});

import { compile } from '@comporta/engine/compile';
import type { Context } from '@comporta/engine/context';
import { evaluate, evaluateAll } from '@comporta/engine/evaluate';
import { type Rule, SNAPSHOT_FORMAT, type Snapshot } from '@comporta/engine/snapshot';
import { at, type Contender } from './contender.ts';
import { FLAGS, type Flag, VALUES } from './work.ts';

export const comporta: Contender = {
  name: 'Comporta',
  enter(users) {
    const compiled = compile(JSON.parse(JSON.stringify(SNAPSHOT)));
    const contexts = users.map(({ uid, ...properties }): Context => ({ uid, properties }));
    return {
      one: (flag, user) => evaluate(compiled, flag, at(contexts, user)),
      all: (user) => evaluateAll(compiled, at(contexts, user)),
      value: (flag, user) => evaluate(compiled, flag, at(contexts, user))?.value ?? 'unknown',
    };
  },
};

const groups = new Map(FLAGS.map(({ group }) => [group.name, group]));

export const SNAPSHOT: Snapshot = {
  format: SNAPSHOT_FORMAT,
  application: { id: 'application', name: 'bench' },
  environment: { id: 'environment', name: 'bench' },
  revision: 1,
  properties: [
    { id: 'country', key: 'country', type: 'STRING' },
    { id: 'age', key: 'age', type: 'NUMERIC' },
    { id: 'version', key: 'version', type: 'SEMANTIC_VERSION' },
    { id: 'plan', key: 'plan', type: 'STRING' },
    { id: 'email', key: 'email', type: 'STRING' },
    { id: 'seats', key: 'seats', type: 'NUMERIC' },
  ],
  targetGroups: [...groups.values()].map(({ name, plan, emailEnd, seats }) => ({
    id: name,
    name,
    policy: 'AND',
    conditions: [
      { propertyId: 'plan', expression: 'EQUALS', term: plan },
      { propertyId: 'email', expression: 'ENDS_WITH', term: emailEnd },
      { propertyId: 'seats', expression: 'GREATER_THAN', term: `${seats}` },
    ],
  })),
  toggles: FLAGS.map(({ name }) => ({
    id: name,
    name,
    values: VALUES,
    defaultValue: 'off',
    valueType: 'STRING',
  })),
  experiments: FLAGS.map((flag) => ({
    id: `experiment of ${flag.name}`,
    toggleId: flag.name,
    status: 'ACTIVE',
    salt: flag.name,
    buckets: 10_000,
    rules: rulesOf(flag),
  })),
};

function rulesOf({ countries, olderThan, beforeVersion, group }: Flag): Rule[] {
  const exact = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue }) as const;
  return [
    {
      type: 'PROPERTY',
      propertyRule: { propertyId: 'country', expression: 'IN', term: countries.join(', ') },
      valueSpec: exact('country'),
    },
    {
      type: 'PROPERTY',
      propertyRule: { propertyId: 'age', expression: 'GREATER_THAN', term: `${olderThan}` },
      valueSpec: exact('age'),
    },
    {
      type: 'PROPERTY',
      propertyRule: { propertyId: 'version', expression: 'LESS_THAN', term: beforeVersion },
      valueSpec: exact('version'),
    },
    {
      type: 'TARGET_GROUP',
      targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [group.name] },
      valueSpec: exact('group'),
    },
    { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { on: 50, off: 50 } } },
  ];
}

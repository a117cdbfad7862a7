/**
 * Compares 200 rules of three conditions each with 200 rules that use a group of the same three (RUL-71). The two take
 * turns in one process. `node bench/rules.ts`; ten seconds.
 */
import { do_not_optimize } from 'mitata';
import { compile } from '../packages/engine/src/compile.ts';
import { evaluate, evaluateAll } from '../packages/engine/src/evaluate.ts';
import {
  type Condition,
  type Rule,
  SNAPSHOT_FORMAT,
  type Snapshot,
} from '../packages/engine/src/snapshot.ts';
import { print, quantile } from './service/numbers.ts';

const RULES = 200;
const USERS = 500;
const TURNS = 60;
/** Until V8 has optimised all hot code. */
const WARM_UP_TURNS = 20;

const numbers = Array.from({ length: RULES }, (_, index) => index);
const on = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const off = { type: 'EXACT_VALUE', exactValue: 'off' } as const;

function conditionsOf(index: number): readonly Condition[] {
  return [
    { propertyId: 'country', expression: 'EQUALS', term: `c${index % 20}` },
    { propertyId: 'plan', expression: 'IN', term: `pro,p${index % 10}` },
    { propertyId: 'age', expression: 'GREATER_THAN', term: `${index}` },
  ];
}

/** Ten toggles of twenty rules each. */
function snapshotOf(ruleOf: (index: number) => Rule): Snapshot {
  const ids = numbers.filter((index) => index < 10).map(String);
  return {
    format: SNAPSHOT_FORMAT,
    environment: { id: 'e', name: 'e' },
    application: { id: 'a', name: 'a' },
    revision: 1,
    properties: [
      { id: 'country', key: 'country', type: 'STRING' },
      { id: 'plan', key: 'plan', type: 'STRING' },
      { id: 'age', key: 'age', type: 'NUMERIC' },
    ],
    targetGroups: numbers.map((index) => ({
      id: `g${index}`,
      name: `g${index}`,
      policy: 'AND',
      conditions: conditionsOf(index),
    })),
    toggles: ids.map((id) => ({
      id,
      name: id,
      values: ['on', 'off'],
      defaultValue: 'off',
      valueType: 'STRING',
    })),
    experiments: ids.map((id) => ({
      id,
      toggleId: id,
      status: 'ACTIVE',
      salt: id,
      buckets: 10_000,
      rules: [
        ...numbers.filter((index) => index % 10 === Number(id)).map(ruleOf),
        { type: 'ALL_USERS', valueSpec: off },
      ],
    })),
  };
}

const inGroup = compile(
  snapshotOf((index) => ({
    type: 'TARGET_GROUP',
    targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [`g${index}`] },
    valueSpec: on,
  })),
);
const combined = compile(
  snapshotOf((index) => ({
    type: 'COMBINED',
    combinedRule: {
      policy: 'AND',
      conditions: conditionsOf(index).map((propertyRule) => ({ type: 'PROPERTY', propertyRule })),
    },
    valueSpec: on,
  })),
);
const users = Array.from({ length: USERS }, (_, user) => ({
  uid: `u${user}`,
  properties: { country: `c${user % 25}`, plan: `p${user % 13}`, age: user % 250 },
}));

const WAYS = {
  'one flag': (compiled: typeof combined) => {
    for (const [index, user] of users.entries()) {
      do_not_optimize(evaluate(compiled, String(index % 10), user));
    }
  },
  'all flags': (compiled: typeof combined) => {
    for (const user of users) do_not_optimize(evaluateAll(compiled, user));
  },
} as const;

for (const user of users) {
  const values = [inGroup, combined].map((compiled) =>
    evaluateAll(compiled, user)
      .map(({ value }) => value)
      .join(),
  );
  if (values[0] !== values[1]) throw new Error(`${user.uid}: ${values.join(' and ')}`);
}
for (const [name, run] of Object.entries(WAYS)) {
  const ratios: number[] = [];
  for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn++) {
    const [group, several] = [timeOf(() => run(inGroup)), timeOf(() => run(combined))];
    if (turn >= WARM_UP_TURNS) ratios.push(several / group);
  }
  print(`RUL-71, ${name}: three conditions / a group of them: ${quantile(ratios, 0.5).toFixed(3)}`);
}

/** Milliseconds of ten runs. */
function timeOf(run: () => void): number {
  const start = performance.now();
  for (let count = 0; count < 10; count++) run();
  return performance.now() - start;
}

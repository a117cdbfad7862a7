import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile } from './compile.ts';
import type { Context } from './context.ts';
import { evaluate, evaluateAll } from './evaluate.ts';
import { explain } from './explain.ts';
import type { ConditionTrace, Explanation, PartTrace, RuleTrace } from './explanation.ts';
import type { Outcome } from './outcome.ts';
import { readSnapshot } from './read-snapshot.ts';
import { type ListInFile, listsInFile } from './testing/id-list-of.ts';
import { EXPRESSIONS, isExpressionValid, PROPERTY_TYPES } from './vocabulary.ts';

/** See conformance/evaluation/README.md. */
interface ConformanceFile {
  readonly description: string;
  readonly snapshot: object;
  readonly lists?: readonly ListInFile[];
  readonly cases: readonly ConformanceCase[];
}

interface ConformanceCase {
  readonly description?: string;
  readonly toggle: string;
  readonly context: Context;
  readonly bucket?: number;
  readonly expected: {
    readonly value: string;
    readonly reason: string;
    readonly ruleOrder?: number | undefined;
    readonly errorCode?: string | undefined;
  };
}

const FOLDER = new URL('../../../conformance/evaluation/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

describe.each(files)('%s', (name) => {
  const { file, compiled } = read(name);

  test.each(file.cases.map((one, index) => ({ ...one, index })))(
    '$index $toggle $description',
    ({ toggle, context, expected, bucket }) => {
      const outcome = evaluate(compiled, toggle, context);
      expect(answerIn(outcome)).toEqual(expected);
      expect(evaluateAll(compiled, context)).toContain(outcome);
      const explanation = explain(compiled, toggle, context);
      expect(answerIn(explanation)).toEqual(expected);
      if (bucket !== undefined) expect(bucketsIn(explanation)).toEqual([bucket]);
    },
  );
});

const OPERATORS = PROPERTY_TYPES.flatMap((type) =>
  EXPRESSIONS.filter((expression) => isExpressionValid(type, expression)).map(
    (expression) => `${type} ${expression}`,
  ),
);

test.each(OPERATORS)(
  'CODE-03: conformance/evaluation has a case in which %s holds, and one in which it does not',
  (operator) => {
    const results = files.flatMap(conditionsTried).filter(([tried]) => tried === operator);
    const known = new Set(results.map(([, result]) => result));
    expect([...known]).toEqual(expect.arrayContaining(['HOLDS', 'DOES_NOT_HOLD']));
  },
);

test('CODE-03: every operator applies to some property type', () => {
  const usable = (expression: string) =>
    PROPERTY_TYPES.some((type) => isExpressionValid(type, expression));
  expect(EXPRESSIONS.filter((expression) => !usable(expression))).toEqual([]);
});

test.each([
  ['date-time', 40],
  ['pre-release', 40],
  ['network', 40],
  ['absent', 1],
  ['ignoring-case', 1],
  ['list', 1],
  ['combined', 40],
  ['split-by', 30],
  ['long-chain', 1],
  ['id-list', 20],
])('LIF-57: conformance/evaluation has %s, with at least %i cases', (name, least) => {
  expect(read(`${name}.json`).file.cases.length).toBeGreaterThanOrEqual(least);
});

/** The conditions used by the cases of a file, each with the type of its property. */
function conditionsTried(name: string) {
  const { file, snapshot, compiled } = read(name);
  const types = new Map(snapshot.properties.map(({ id, type }) => [id, type]));
  const traces = file.cases.flatMap(({ toggle, context }) =>
    (explain(compiled, toggle, context)?.rules ?? []).flatMap(conditionsOf),
  );
  return traces.map(
    ({ propertyId, expression, result }) =>
      [`${types.get(propertyId) ?? 'STRING'} ${expression}`, result] as const,
  );
}

function conditionsOf(rule: RuleTrace): readonly ConditionTrace[] {
  if (rule.result === 'NOT_REACHED') return [];
  const filter = rule.versionFilter === undefined ? [] : [rule.versionFilter];
  if (rule.type === 'ALL_USERS') return filter;
  return [
    ...filter,
    ...(rule.type === 'COMBINED' ? rule.conditions : [rule]).flatMap(conditionsIn),
  ];
}

function conditionsIn(part: PartTrace): readonly ConditionTrace[] {
  if (part.type === 'PROPERTY') return [part.condition];
  return part.type === 'TARGET_GROUP' ? part.groups.flatMap(({ conditions }) => conditions) : [];
}

function bucketsIn(explanation: Explanation | undefined) {
  return explanation?.rules.flatMap((rule) => ('split' in rule ? (rule.split?.bucket ?? []) : []));
}

function read(name: string) {
  const file: ConformanceFile = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
  const snapshot = readSnapshot(file.snapshot);
  if (snapshot === undefined) throw new Error(`${name} has no snapshot`);
  return { file, snapshot, compiled: compile(snapshot, undefined, listsInFile(file.lists)) };
}

function answerIn(
  result: Outcome | Explanation | undefined,
): ConformanceCase['expected'] | undefined {
  return (
    result && {
      value: result.value,
      reason: result.reason,
      ruleOrder: result.ruleOrder,
      errorCode: result.errorCode,
    }
  );
}

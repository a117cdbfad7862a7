import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile } from './compile.ts';
import type { Context } from './context.ts';
import { evaluate, evaluateAll } from './evaluate.ts';
import { explain } from './explain.ts';
import type { Explanation } from './explanation.ts';
import type { Outcome } from './outcome.ts';
import { readSnapshot } from './read-snapshot.ts';

/** See conformance/evaluation/README.md. */
interface ConformanceFile {
  readonly description: string;
  readonly snapshot: object;
  readonly cases: readonly ConformanceCase[];
}

interface ConformanceCase {
  readonly description?: string;
  readonly toggle: string;
  readonly context: Context;
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
  const file: ConformanceFile = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
  const snapshot = readSnapshot(file.snapshot);
  if (snapshot === undefined) throw new Error(`${name} has no snapshot`);
  const compiled = compile(snapshot);

  test.each(file.cases.map((one, index) => ({ ...one, index })))(
    '$index $toggle $description',
    ({ toggle, context, expected }) => {
      const outcome = evaluate(compiled, toggle, context);
      expect(answerIn(outcome)).toEqual(expected);
      expect(evaluateAll(compiled, context)).toContain(outcome);
      expect(answerIn(explain(compiled, toggle, context))).toEqual(expected);
    },
  );
});

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

import type { ErrorCode } from '@comporta/contract/errors';
import type { Checked, Problem } from '@comporta/contract/problem';
import { Rejection } from './rejection.ts';

type FoundProblem = Problem<ErrorCode>;

/** Returns the value of a check that passed; rejects with the problems of one that failed. */
export function valueOrReject<Value>(result: Checked<Value, ErrorCode>): Value {
  if (result.ok) return result.value;
  throw rejectionOf(result.problems);
}

/**
 * Rejects with the code of the first problem. `at` is its place in the body. `problems` lists all problems when there
 * are several. `rules` lists the rules that fail, counted from 1.
 */
export function rejectionOf(problems: readonly [FoundProblem, ...FoundProblem[]]): Rejection {
  const [{ code, at, meta }] = problems;
  const rules = problems.flatMap(failingRule);
  return new Rejection(code, {
    ...meta,
    at,
    ...(problems.length > 1 && { problems: problems.map(described) }),
    ...(rules.length > 0 && { rules }),
  });
}

function described({ code, at, meta }: FoundProblem) {
  return { code, at, ...(meta && { meta_data: meta }) };
}

/** The rules may be nested in the body, as in a draft to be explained. */
function failingRule({ code, at }: FoundProblem) {
  const index = at[at.indexOf('rules') + 1];
  return at.includes('rules') && typeof index === 'number' ? [{ order: index + 1, code }] : [];
}

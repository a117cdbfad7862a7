import type { ErrorCode } from '@comporta/contract/errors';
import type { Checked, Problem } from '@comporta/contract/problem';
import { Rejection } from './rejection.ts';

type FoundProblem = Problem<ErrorCode>;

/** The value of a check that passed; what one that failed found wrong, as a refusal. */
export function valueOrReject<Value>(result: Checked<Value, ErrorCode>): Value {
  if (result.ok) return result.value;
  throw rejectionOf(result.problems);
}

/**
 * Refuses with the code of the first problem. `at` says where in the body that is, `problems` says it
 * of each when there are several, and `rules` names those that fail, counted from 1.
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

/** The rules may stand deeper in the body, as those of a draft to be explained do. */
function failingRule({ code, at }: FoundProblem) {
  const index = at[at.indexOf('rules') + 1];
  return at.includes('rules') && typeof index === 'number' ? [{ order: index + 1, code }] : [];
}

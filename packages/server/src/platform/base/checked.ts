import type { ErrorCode } from '@comporta/contract/errors';
import type { Checked, Problem } from '@comporta/contract/problem';
import { Rejection } from './rejection.ts';

/**
 * The value of a check that passed; the first problem of one that failed, as a refusal. Where rules
 * fail, the refusal names every one of them.
 */
export function accept<Value>(result: Checked<Value, ErrorCode>): Value {
  if (result.ok) return result.value;
  const [{ code, meta }] = result.problems;
  const rules = result.problems.flatMap(failingRule);
  throw new Rejection(code, rules.length === 0 ? meta : { ...meta, rules });
}

/** `order` counts from 1. */
function failingRule({ code, at: [part, index] }: Problem<ErrorCode>) {
  return part === 'rules' && typeof index === 'number' ? [{ order: index + 1, code }] : [];
}

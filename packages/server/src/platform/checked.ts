import type { ErrorCode } from '@comporta/contract/errors';
import type { Checked } from '@comporta/contract/problem';
import { Rejection } from './rejection.ts';

/** The value of a check that passed; the first problem of one that failed, as a refusal. */
export function accept<Value>(result: Checked<Value, ErrorCode>): Value {
  if (result.ok) return result.value;
  const [{ code, meta }] = result.problems;
  throw new Rejection(code, meta);
}

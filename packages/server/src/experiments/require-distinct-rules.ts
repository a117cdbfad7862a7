import { problemsOfDuplicates } from '@comporta/contract/experiments/duplicated-rules';
import type { Rule } from '@comporta/engine/snapshot';
import { rejectionOf } from '../platform/base/value-or-reject.ts';

export function requireDistinctRules(rules: readonly Rule[]): void {
  const [first, ...others] = problemsOfDuplicates(rules);
  if (first !== undefined) throw rejectionOf([first, ...others]);
}

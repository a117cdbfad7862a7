import { duplicatedRules } from '@comporta/contract/experiments/duplicated-rules';
import type { Rule } from '@comporta/engine/snapshot';
import { rejectionOf } from '../platform/base/value-or-reject.ts';

export function requireDistinctRules(rules: readonly Rule[]): void {
  const duplicated = duplicatedRules(rules);
  const [first, ...others] = duplicated.map((order) => ({
    code: 'DUPLICATED_RULE' as const,
    at: ['rules', order - 1],
    meta: { rule_order: duplicated },
  }));
  if (first !== undefined) throw rejectionOf([first, ...others]);
}

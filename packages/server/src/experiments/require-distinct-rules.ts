import { duplicatedRules } from '@comporta/contract/experiments/duplicated-rules';
import type { Rule } from '@comporta/engine/snapshot';
import { Rejection } from '../platform/base/rejection.ts';

export function requireDistinctRules(rules: readonly Rule[]): void {
  const duplicated = duplicatedRules(rules);
  if (duplicated.length > 0) throw new Rejection('DUPLICATED_RULE', { rule_order: duplicated });
}

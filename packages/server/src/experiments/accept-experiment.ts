import type { ErrorCode } from '@comporta/contract/errors';
import { duplicatedRules } from '@comporta/contract/experiments/duplicated-rules';
import type { ExperimentValue } from '@comporta/contract/experiments/experiment';
import type { Checked, Problem } from '@comporta/contract/problem';
import { Rejection } from '../platform/rejection.ts';

/** The value of a check that passed. A refusal has the first problem's code and names every failing rule. */
export function acceptExperiment(result: Checked<ExperimentValue, ErrorCode>): ExperimentValue {
  if (result.ok) return result.value;
  const [{ code, meta }] = result.problems;
  const rules = result.problems.flatMap(failingRule);
  throw new Rejection(code, rules.length === 0 ? meta : { ...meta, rules });
}

function failingRule({ code, at: [part, index] }: Problem<ErrorCode>) {
  return part === 'rules' && typeof index === 'number' ? [{ order: index + 1, code }] : [];
}

export function requireDistinctRules({ rules }: ExperimentValue): void {
  const duplicated = duplicatedRules(rules);
  if (duplicated.length > 0) throw new Rejection('DUPLICATED_RULE', { rule_order: duplicated });
}

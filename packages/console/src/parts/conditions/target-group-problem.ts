import { CONDITION_CODES, type ConditionCode } from '@comporta/contract/conditions/condition';
import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import type { Problem } from '@comporta/contract/problem';
import type {
  createTargetGroup,
  updateTargetGroup,
} from '@comporta/contract/target-groups/target-group-api';
import type { Say } from '../../base/say.ts';
import { conditionErrorText } from './condition-error-text.ts';

export type GroupSaveCode = ErrorCodeOf<typeof createTargetGroup | typeof updateTargetGroup>;

/** Describes a problem with a group, or with one of its conditions. */
export function groupProblemText(say: Say, problem: Problem<GroupSaveCode>): string {
  const { code, at, meta } = problem;
  const isOfGroup = code === 'LIMIT_EXCEEDED' && at.length === 1;
  return isConditionCode(code) && !isOfGroup
    ? conditionErrorText(say, { ...problem, code })
    : say(`targetGroup.error.${code}`, { limit: Number(meta?.limit) });
}

function isConditionCode(code: string): code is ConditionCode {
  return CONDITION_CODES.some((known) => known === code);
}

import { CONDITION_CODES, type ConditionCode } from '@comporta/contract/conditions/condition';
import type { Problem } from '@comporta/contract/problem';
import { conditionErrorText, type Say } from '../conditions/condition-words.ts';
import type { SaveCode } from './target-group-form.ts';

/** What is wrong with a group, or with one of its conditions. */
export function problemText(say: Say, problem: Problem<SaveCode>): string {
  const { code, at, meta } = problem;
  if (code === 'LIMIT_EXCEEDED' && at.length === 1) {
    return say('targetGroup.error.LIMIT_EXCEEDED', { limit: Number(meta?.limit) });
  }
  return isConditionCode(code)
    ? conditionErrorText(say, { ...problem, code })
    : say(`targetGroup.error.${code}`);
}

function isConditionCode(code: string): code is ConditionCode {
  return CONDITION_CODES.some((known) => known === code);
}

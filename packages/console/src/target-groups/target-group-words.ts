import {
  CONDITION_CODES,
  type ConditionCode,
  type ConditionProperties,
} from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import type { Problem } from '@comporta/contract/problem';
import type { TargetGroupDraft } from '@comporta/contract/target-groups/target-group';
import { TARGET_GROUP_POLICIES } from '@comporta/engine/vocabulary';
import { conditionInWords } from '@comporta/messages/rule-in-words';
import { plainWords } from '@comporta/messages/words';
import type { Say } from '../base/say.ts';
import { conditionErrorText } from '../parts/conditions/condition-error-text.ts';
import type { PartsOf } from '../ui/forms/difference.ts';
import type { SaveCode } from './target-group-form.ts';

/** Describes in words the parts that can change. */
export function describeTargetGroup(
  say: Say,
  draft: TargetGroupDraft,
  properties: ConditionProperties,
): PartsOf<TargetGroupDraft> {
  const known = TARGET_GROUP_POLICIES.find((one) => one === draft.policy);
  return {
    ...draft,
    policy: known === undefined ? '' : say(`targetGroup.policy.${known}`),
    conditions: draft.conditions.map((condition) =>
      plainWords(conditionInWords(say, namedCondition(condition, properties))),
    ),
  };
}

/** Describes a problem with a group, or with one of its conditions. */
export function problemText(say: Say, problem: Problem<SaveCode>): string {
  const { code, at, meta } = problem;
  const isOfGroup = code === 'LIMIT_EXCEEDED' && at.length === 1;
  return isConditionCode(code) && !isOfGroup
    ? conditionErrorText(say, { ...problem, code })
    : say(`targetGroup.error.${code}`, { limit: Number(meta?.limit) });
}

function isConditionCode(code: string): code is ConditionCode {
  return CONDITION_CODES.some((known) => known === code);
}

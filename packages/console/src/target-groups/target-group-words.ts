import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import type { TargetGroupDraft } from '@comporta/contract/target-groups/target-group';
import { TARGET_GROUP_POLICIES } from '@comporta/engine/vocabulary';
import { conditionInWords } from '@comporta/messages/rule-in-words';
import { plainWords } from '@comporta/messages/words';
import type { Say } from '../base/say.ts';
import type { PartsOf } from '../ui/forms/difference.ts';

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

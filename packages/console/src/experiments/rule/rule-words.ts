import { namedCondition } from '@comporta/contract/conditions/named-condition';
import { type NamedRule, namedRule } from '@comporta/contract/experiments/named-rule';
import type { Words } from '@comporta/contract/words';
import { audienceInWords } from '@comporta/messages/rule-in-words';
import type { Say } from '../../base/say.ts';
import { NEW_CONDITION } from '../../parts/conditions/condition-form.ts';
import type { References } from '../references.ts';
import { type EditedRule, sentValueSpec } from './edited-rule.ts';

/** An edited rule with names in place of ids, as sentences use it; missing parts are empty. */
export function namedEditedRule(
  say: Say,
  rule: EditedRule,
  { properties, targetGroups, toggles }: References,
): NamedRule {
  const whole =
    rule.type === 'PROPERTY' ? { ...rule, propertyRule: rule.propertyRule ?? NEW_CONDITION } : rule;
  return namedRule(
    { ...whole, valueSpec: sentValueSpec(rule.valueSpec) },
    {
      condition: (condition) => namedCondition(condition, properties),
      targetGroup: (id) => targetGroups.get(id)?.name ?? say('experiment.targetGroups.gone'),
      toggle: (id) => toggles.get(id)?.name ?? '',
    },
  );
}

/** The audience of a rule in words; the last of several rules is for everyone else. */
export function editedAudience(say: Say, rule: NamedRule, isElse: boolean): Words {
  return isElse ? [say('experiment.words.everyoneElse')] : audienceInWords(say, rule);
}

import { namedCondition } from '@comporta/contract/conditions/named-condition';
import { type NamedRule, namedRule } from '@comporta/contract/experiments/named-rule';
import type { Words } from '@comporta/contract/words';
import { audienceInWords } from '@comporta/messages/rule-in-words';
import type { Say } from '../../base/say.ts';
import { NEW_CONDITION } from '../../parts/conditions/condition-form.ts';
import type { References } from '../references.ts';
import type { EditedPart } from './edited-part.ts';
import { type Audience, type EditedRule, sentValueSpec } from './edited-rule.ts';

/** An edited rule with names in place of ids, as sentences use it; missing parts are empty. */
export function namedEditedRule(
  say: Say,
  rule: EditedRule,
  { properties, targetGroups, toggles }: References,
): NamedRule {
  return namedRule(
    { ...rule, ...wholeAudience(rule), valueSpec: sentValueSpec(rule.valueSpec) },
    {
      condition: (condition) => namedCondition(condition, properties),
      property: (id) =>
        id === '' ? '' : (properties.get(id)?.key ?? say('experiment.split.byGone')),
      targetGroup: (id) => targetGroups.get(id)?.name ?? say('experiment.targetGroups.gone'),
      toggle: (id) => toggles.get(id)?.name ?? '',
    },
  );
}

/** The audience with an empty condition where a loaded rule has none. */
function wholeAudience(audience: Audience) {
  switch (audience.type) {
    case 'ALL_USERS':
      return audience;
    case 'COMBINED': {
      const { policy, conditions } = audience.combinedRule;
      return {
        type: audience.type,
        combinedRule: { policy, conditions: conditions.map(wholePart) },
      };
    }
    default:
      return wholePart(audience);
  }
}

function wholePart(part: EditedPart) {
  return part.type === 'PROPERTY'
    ? { type: part.type, propertyRule: part.propertyRule ?? NEW_CONDITION }
    : part;
}

/** The audience of a rule in words; the last of several rules is for everyone else. */
export function editedAudience(say: Say, rule: NamedRule, isElse: boolean): Words {
  return isElse ? [say('experiment.words.everyoneElse')] : audienceInWords(say, rule);
}

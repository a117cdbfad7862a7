import type { Say } from '../../base/say.ts';
import { NEW_CONDITION } from '../../parts/conditions/condition-form.ts';
import { conditionInWords } from '../../parts/conditions/condition-words.ts';
import type { Surroundings } from '../surroundings.ts';
import type { EditedRule, EditedValueSpec } from './edited-rule.ts';

/** Stands for what is not filled in yet. */
const MISSING = '…';

/** Whom a rule is for: `country is one of BR, PT and app.version is greater than 2.4.0`. */
export function audienceInWords(
  say: Say,
  rule: EditedRule,
  { surroundings, isElse }: { readonly surroundings: Surroundings; readonly isElse: boolean },
): string {
  if (isElse) return say('experiment.words.everyoneElse');
  const audience = typeInWords(say, rule, surroundings);
  if (rule.versionRule === undefined) return audience;
  const version = conditionInWords(say, rule.versionRule, surroundings.properties);
  return say('experiment.words.both', { audience, version });
}

function typeInWords(
  say: Say,
  rule: EditedRule,
  { properties, targetGroups, toggles }: Surroundings,
): string {
  switch (rule.type) {
    case 'ALL_USERS':
      return say('experiment.words.everyone');
    case 'PROPERTY':
      return conditionInWords(say, rule.propertyRule ?? NEW_CONDITION, properties);
    case 'TARGET_GROUP': {
      const { policy, targetGroupsIds } = rule.targetGroupRule;
      const names = targetGroupsIds.map(
        (id) => targetGroups.get(id)?.name ?? say('experiment.targetGroups.gone'),
      );
      return say('experiment.words.groups', {
        policy: say(`experiment.policy.${policy}`),
        groups: names.join(', ') || MISSING,
      });
    }
    case 'TOGGLE_DEPENDENCY': {
      const { toggleId, value } = rule.toggleDependencyRule;
      const toggle = toggles.get(toggleId)?.name ?? MISSING;
      return say('experiment.words.dependency', { toggle, value: value || MISSING });
    }
  }
}

/** What a rule returns: `enabled`, or `enabled 70%, disabled 30%`. */
export function valueInWords(say: Say, valueSpec: EditedValueSpec): string {
  if (valueSpec.type === 'EXACT_VALUE') return valueSpec.exactValue || MISSING;
  const shares = valueSpec.shares
    .filter(({ percentage }) => percentage > 0)
    .map(({ value, percentage: percent }) => say('experiment.words.share', { value, percent }));
  return shares.join(', ') || MISSING;
}

import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import type { NamedAudience } from '@comporta/contract/experiments/named-rule';
import type { Words } from '@comporta/contract/words';
import { audienceInWords, typeInWords } from '@comporta/messages/rule-in-words';
import type { Say } from '../../base/say.ts';

export type RuleTrace = ToggleExplanation['rules'][number];
export type ReachedRule = Exclude<RuleTrace, { readonly result: 'NOT_REACHED' }>;
export type ConditionTrace = NonNullable<ReachedRule['versionFilter']>;

interface RuleReferences {
  readonly properties: ConditionProperties;
  readonly isLast: boolean;
}

/** The audience of a rule, including its version filter: `country is one of BR, PT`. */
export function tracedAudience(say: Say, rule: ReachedRule, at: RuleReferences): Words {
  return isForEveryoneElse(rule, at)
    ? [say('experiment.words.everyoneElse')]
    : audienceInWords(say, namedAudience(rule, at.properties));
}

/** The same, without the version filter. */
export function tracedType(say: Say, rule: ReachedRule, at: RuleReferences): Words {
  return isForEveryoneElse(rule, at)
    ? [say('experiment.words.everyoneElse')]
    : typeInWords(say, namedAudience(rule, at.properties));
}

/** Whether it is the catch-all, which never has a version filter. */
function isForEveryoneElse({ type }: ReachedRule, { isLast }: RuleReferences): boolean {
  return type === 'ALL_USERS' && isLast;
}

function namedAudience(rule: ReachedRule, properties: ConditionProperties): NamedAudience {
  const { type, versionFilter } = rule;
  return {
    type,
    ...namedPart(rule, properties),
    ...(versionFilter && { versionRule: namedCondition(versionFilter, properties) }),
  };
}

function namedPart(rule: ReachedRule, properties: ConditionProperties): Partial<NamedAudience> {
  switch (rule.type) {
    case 'ALL_USERS':
      return {};
    case 'PROPERTY':
      return { propertyRule: namedCondition(rule.condition, properties) };
    case 'TARGET_GROUP': {
      const targetGroups = rule.groups.map(({ name }) => name);
      return { targetGroupRule: { policy: rule.policy, targetGroups } };
    }
    case 'TOGGLE_DEPENDENCY': {
      const { answer, toggleId, value } = rule.dependency;
      return { toggleDependencyRule: { toggle: answer?.toggle ?? toggleId, value } };
    }
  }
}

/** Tells which value the request had for the property of a condition. */
export function seenInWords(say: Say, { property, seen, result }: ConditionTrace): string {
  const value = Array.isArray(seen) ? seen.join(', ') : String(seen);
  switch (result) {
    case 'HOLDS':
    case 'DOES_NOT_HOLD':
      return say('playground.seen', { value });
    case 'ABSENT':
      return say('playground.missingProperty', { property: property ?? '' });
    case 'UNREADABLE':
      return say('playground.unreadable', { value, property: property ?? '' });
    case 'INVALID_CONDITION':
      return say('playground.invalidCondition');
  }
}

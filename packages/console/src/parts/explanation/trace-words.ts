import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import type { Say } from '../../base/say.ts';
import { conditionInWords } from '../conditions/condition-words.ts';

export type RuleTrace = ToggleExplanation['rules'][number];
export type ReachedRule = Exclude<RuleTrace, { readonly result: 'NOT_REACHED' }>;
export type ConditionTrace = NonNullable<ReachedRule['versionFilter']>;

interface RuleSurroundings {
  readonly properties: ConditionProperties;
  readonly isLast: boolean;
}

/** Whom a rule is about: `country is one of BR, PT`, its version filter included. */
export function audienceInWords(say: Say, rule: ReachedRule, at: RuleSurroundings): string {
  const audience = typeInWords(say, rule, at);
  if (rule.versionFilter === undefined) return audience;
  const version = conditionInWords(say, rule.versionFilter, at.properties);
  return say('experiment.words.both', { audience, version });
}

/** The same without its version filter. */
export function typeInWords(
  say: Say,
  rule: ReachedRule,
  { properties, isLast }: RuleSurroundings,
): string {
  switch (rule.type) {
    case 'ALL_USERS':
      return say(isLast ? 'experiment.words.everyoneElse' : 'experiment.words.everyone');
    case 'PROPERTY':
      return conditionInWords(say, rule.condition, properties);
    case 'TARGET_GROUP': {
      const groups = rule.groups.map(({ name }) => name).join(', ');
      const policy = say(`experiment.policy.${rule.policy}`);
      return say('experiment.words.groups', { policy, groups });
    }
    case 'TOGGLE_DEPENDENCY': {
      const { answer, toggleId, value } = rule.dependency;
      return say('experiment.words.dependency', { toggle: answer?.toggle ?? toggleId, value });
    }
  }
}

/** What the request had for a condition's property. */
export function seenInWords(say: Say, { property, seen, result }: ConditionTrace): string {
  const value = String(seen);
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

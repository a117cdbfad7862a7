import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import type { NamedAudience, NamedPart } from '@comporta/contract/experiments/named-rule';
import type { Words } from '@comporta/contract/words';
import type { PartTrace } from '@comporta/engine/explanation';
import { audienceInWords, typeInWords } from '@comporta/messages/rule-in-words';
import type { Say } from '../../base/say.ts';

export type RuleTrace = ToggleExplanation['rules'][number];
export type ReachedRule = Exclude<RuleTrace, { readonly result: 'NOT_REACHED' }>;
type SplitTrace = NonNullable<ReachedRule['split']>;
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

/** The same, without the version filter; of several conditions only their number, because each is listed. */
export function tracedType(say: Say, rule: ReachedRule, at: RuleReferences): Words {
  if (isForEveryoneElse(rule, at)) return [say('experiment.words.everyoneElse')];
  if (rule.type !== 'COMBINED') return typeInWords(say, namedAudience(rule, at.properties));
  const count = rule.conditions.length;
  return [rule.policy === 'AND' ? say('trace.all', { count }) : say('trace.any', { count })];
}

/** One condition of a combined rule, as a sentence. */
export function tracedPart(say: Say, part: PartTrace, properties: ConditionProperties): Words {
  return typeInWords(say, namedPart(part, properties));
}

/** Whether it is the catch-all, which never has a version filter. */
function isForEveryoneElse({ type }: ReachedRule, { isLast }: RuleReferences): boolean {
  return type === 'ALL_USERS' && isLast;
}

function namedAudience(rule: ReachedRule, properties: ConditionProperties): NamedAudience {
  const { versionFilter } = rule;
  return {
    ...namedParts(rule, properties),
    ...(versionFilter && { versionRule: namedCondition(versionFilter, properties) }),
  };
}

function namedParts(rule: ReachedRule, properties: ConditionProperties): NamedAudience {
  const { type } = rule;
  switch (type) {
    case 'ALL_USERS':
      return { type };
    case 'COMBINED': {
      const conditions = rule.conditions.map((part) => namedPart(part, properties));
      return { type, combinedRule: { policy: rule.policy, conditions } };
    }
    default:
      return namedPart(rule, properties);
  }
}

function namedPart(part: PartTrace, properties: ConditionProperties): NamedPart {
  const { type } = part;
  switch (type) {
    case 'PROPERTY':
      return { type, propertyRule: namedCondition(part.condition, properties) };
    case 'TARGET_GROUP': {
      const targetGroups = part.groups.map(({ name }) => name);
      return { type, targetGroupRule: { policy: part.policy, targetGroups } };
    }
    case 'TOGGLE_DEPENDENCY': {
      const { answer, toggleId, value } = part.dependency;
      return { type, toggleDependencyRule: { toggle: answer?.toggle ?? toggleId, value } };
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

/** The bucket of a user or, in a split by a property, of the value that was seen. */
export function bucketInWords(say: Say, { by, buckets }: SplitTrace, bucket: number): string {
  if (by === undefined) return say('playground.bucket', { bucket, buckets });
  const { property = '', seen } = by;
  return say('playground.bucketBy', { bucket, buckets, property, value: String(seen) });
}

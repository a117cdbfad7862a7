import {
  EXPERIMENT_STATUSES,
  EXPRESSIONS,
  RULE_PART_TYPES,
  RULE_TYPES,
  TARGET_GROUP_POLICIES,
  TARGET_GROUP_RULE_POLICIES,
  UID,
  VALUE_SPEC_TYPES,
} from './vocabulary.ts';

/** Properties and target groups that are not understood: by id, a short text that names the unknown part. */
export type NotUnderstood = ReadonlyMap<string, string>;

/** A short text that names the part that this engine does not know; undefined when it knows everything. */
type Unknown = string | undefined;

type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Our own words are not longer than this; longer text is truncated. */
const WORD_MAX_CHARS = 40;

/** Names the word if it is not among the known ones. */
export function unknownWord(kind: string, known: readonly string[], word: unknown): Unknown {
  if (typeof word !== 'string') return `no ${kind}`;
  return known.includes(word) ? undefined : `${kind} ${word.slice(0, WORD_MAX_CHARS)}`;
}

/** The first part of a group that this engine does not understand. */
export function unknownInTargetGroup(
  { policy, conditions }: Readonly<Record<'policy' | 'conditions', unknown>>,
  notUnderstood: NotUnderstood,
): Unknown {
  return (
    unknownWord('policy of a target group', TARGET_GROUP_POLICIES, policy) ??
    firstUnknown('conditions', conditions, (one) => unknownInCondition(one, notUnderstood))
  );
}

/** The first part of an experiment that this engine does not understand. */
export function unknownInExperiment(
  {
    status,
    salt,
    buckets,
    rules,
  }: Readonly<Record<'status' | 'salt' | 'buckets' | 'rules', unknown>>,
  notUnderstood: NotUnderstood,
): Unknown {
  const unknownStatus = unknownWord('status', EXPERIMENT_STATUSES, status);
  if (unknownStatus !== undefined) return unknownStatus;
  if (typeof salt !== 'string') return 'no salt';
  if (!Number.isInteger(buckets) || Number(buckets) < 1) return 'no buckets';
  return firstUnknown('rules', rules, (rule) => unknownInRule(rule, notUnderstood));
}

function unknownInRule(rule: unknown, notUnderstood: NotUnderstood): Unknown {
  if (!isObject(rule)) return 'no rule';
  const { versionRule } = rule;
  return (
    unknownInAudience(rule, notUnderstood) ??
    unknownInValueSpec(rule.valueSpec, notUnderstood) ??
    (versionRule === undefined ? undefined : unknownInCondition(versionRule, notUnderstood))
  );
}

function unknownInAudience(rule: JsonObject, notUnderstood: NotUnderstood): Unknown {
  const { type, combinedRule } = rule;
  if (type === 'ALL_USERS') return undefined;
  if (type !== 'COMBINED') return unknownInPart(rule, RULE_TYPES, notUnderstood);
  if (!isObject(combinedRule)) return 'no conditions';
  const { policy, conditions } = combinedRule;
  // An empty list would hold for everyone, and no release stores one.
  if (Array.isArray(conditions) && conditions.length === 0) return 'no conditions';
  return (
    unknownWord('policy of conditions', TARGET_GROUP_POLICIES, policy) ??
    firstUnknown('conditions', conditions, (part) =>
      isObject(part) ? unknownInPart(part, RULE_PART_TYPES, notUnderstood) : 'no condition',
    )
  );
}

/** Finds what is unknown in one part of a rule; `types` are those that are known in its place. */
function unknownInPart(
  part: JsonObject,
  types: readonly string[],
  notUnderstood: NotUnderstood,
): Unknown {
  switch (part.type) {
    case 'PROPERTY':
      return unknownInCondition(part.propertyRule, notUnderstood);
    case 'TARGET_GROUP':
      return unknownInTargetGroupRule(part.targetGroupRule, notUnderstood);
    case 'TOGGLE_DEPENDENCY': {
      const dependency = part.toggleDependencyRule;
      const isKnown = isObject(dependency) && areTexts([dependency.toggleId, dependency.value]);
      return isKnown ? undefined : 'no dependency';
    }
    default:
      return unknownWord('rule type', types, part.type);
  }
}

function unknownInTargetGroupRule(rule: unknown, notUnderstood: NotUnderstood): Unknown {
  if (!isObject(rule)) return 'no target groups';
  return (
    unknownWord('policy of target groups', TARGET_GROUP_RULE_POLICIES, rule.policy) ??
    firstUnknown('target groups', rule.targetGroupsIds, (id) =>
      typeof id === 'string' ? notUnderstood.get(id) : 'no target group',
    )
  );
}

function unknownInCondition(condition: unknown, notUnderstood: NotUnderstood): Unknown {
  if (!isObject(condition)) return 'no condition';
  const { propertyId, expression, term } = condition;
  if (typeof propertyId !== 'string' || typeof term !== 'string') return 'no condition';
  const unknown = unknownWord('expression', EXPRESSIONS, expression);
  return unknown ?? (propertyId === UID ? undefined : notUnderstood.get(propertyId));
}

function unknownInValueSpec(valueSpec: unknown, notUnderstood: NotUnderstood): Unknown {
  if (!isObject(valueSpec)) return 'no value';
  const { type, exactValue, split, by } = valueSpec;
  switch (type) {
    case 'EXACT_VALUE':
      return typeof exactValue === 'string' ? undefined : 'no value';
    case 'SPLIT':
      return unknownInSplit(split);
    case 'SPLIT_BY':
      return (
        unknownInSplit(split) ?? (typeof by === 'string' ? notUnderstood.get(by) : 'no property')
      );
    default:
      return unknownWord('value spec', VALUE_SPEC_TYPES, type);
  }
}

function unknownInSplit(split: unknown): Unknown {
  const isKnown = isObject(split) && Object.values(split).every(Number.isFinite);
  return isKnown ? undefined : 'no percentages';
}

function firstUnknown(name: string, list: unknown, unknownIn: (item: unknown) => Unknown): Unknown {
  if (!Array.isArray(list)) return `no ${name}`;
  for (const item of list) {
    const unknown = unknownIn(item);
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}

function areTexts(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

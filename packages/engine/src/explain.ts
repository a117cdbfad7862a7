import { type CompiledSnapshot, toggleNamed } from './compile.ts';
import type { CompiledCondition } from './condition.ts';
import { type Context, isAbsent, PROPERTY_VALUE_MAX_CHARS, uidOf } from './context.ts';
import { startWalk } from './evaluate.ts';
import type {
  AudienceTrace,
  ConditionTrace,
  DependencyTrace,
  Explanation,
  RuleTrace,
  SplitTrace,
  TargetGroupTrace,
} from './explanation.ts';
import { holds } from './fact.ts';
import type { Outcome } from './outcome.ts';
import { givenTo, readProperty } from './property.ts';
import type { ToggleDependencyRule } from './snapshot.ts';
import { bucketOf } from './split.ts';
import type { CompiledTargetGroup } from './target-group.ts';
import { type CompiledRule, type CompiledSplit, type CompiledToggle, outcomeOf } from './toggle.ts';
import type { Walk } from './walk.ts';

/**
 * The outcome of one toggle with a trace of how it came about; undefined when the snapshot has no
 * toggle of that name. Decides nothing itself: it lets the evaluator walk, then asks the nodes of
 * that same walk what they found. So it cannot disagree with `evaluate`.
 */
export function explain(
  compiled: CompiledSnapshot,
  toggleName: string,
  context: Context,
): Explanation | undefined {
  const toggle = toggleNamed(compiled, toggleName);
  if (toggle === undefined) return undefined;
  const walk = startWalk(compiled, context);
  const outcome = outcomeOf(toggle, walk);
  return {
    toggle: toggle.source.name,
    value: outcome.value,
    reason: outcome.reason,
    ruleOrder: outcome.ruleOrder,
    experimentId: outcome.experimentId,
    errorCode: outcome.errorCode,
    experimentStatus: toggle.experiment?.status,
    rules: toggle.rules.map((rule) => traceRule(rule, { toggle, outcome, walk })),
  };
}

interface Decided {
  readonly toggle: CompiledToggle;
  readonly outcome: Outcome;
  readonly walk: Walk;
}

function traceRule(rule: CompiledRule, { toggle, outcome, walk }: Decided): RuleTrace {
  const { order, type, versionFilter, split } = rule;
  if (outcome.ruleOrder !== undefined && order > outcome.ruleOrder) {
    return { order, type, result: 'NOT_REACHED' };
  }
  const matched = order === outcome.ruleOrder;
  return {
    order,
    ...traceAudience(rule, toggle, walk),
    result: matched ? 'MATCHED' : 'NOT_MATCHED',
    versionFilter: versionFilter && traceCondition(versionFilter, walk),
    split: matched && split ? traceSplit(split, walk.context) : undefined,
  };
}

function traceAudience(rule: CompiledRule, toggle: CompiledToggle, walk: Walk): AudienceTrace {
  const { type } = rule;
  switch (type) {
    case 'ALL_USERS':
      return { type };
    case 'PROPERTY':
      return { type, condition: traceCondition(rule.condition, walk) };
    case 'TARGET_GROUP': {
      const groups = rule.groups.map((group) => traceTargetGroup(group, walk));
      return { type, policy: rule.policy, groups };
    }
    case 'TOGGLE_DEPENDENCY':
      return { type, dependency: traceDependency(rule.dependency, toggle, walk) };
  }
}

function traceCondition(condition: CompiledCondition, walk: Walk): ConditionTrace {
  const { source, property } = condition;
  return {
    propertyId: source.propertyId,
    property: property?.source.key,
    expression: source.expression,
    term: source.term,
    seen: property && showable(givenTo(property, walk.context)),
    result: conditionResult(condition, walk),
  };
}

function conditionResult(condition: CompiledCondition, walk: Walk): ConditionTrace['result'] {
  const { property, isValid, fact } = condition;
  if (holds(fact, walk)) return 'HOLDS';
  if (property === undefined || !isValid) return 'INVALID_CONDITION';
  if (readProperty(property, walk) !== undefined) return 'DOES_NOT_HOLD';
  return isAbsent(givenTo(property, walk.context)) ? 'ABSENT' : 'UNREADABLE';
}

function showable(raw: unknown): string | number | boolean | undefined {
  if (typeof raw === 'string') return raw.slice(0, PROPERTY_VALUE_MAX_CHARS);
  // JSON can be read as a number that it cannot write: 1e999.
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : String(raw);
  return typeof raw === 'boolean' ? raw : undefined;
}

function traceTargetGroup(group: CompiledTargetGroup, walk: Walk): TargetGroupTrace {
  const { id, name, policy } = group.source;
  const conditions = group.conditions.map((condition) => traceCondition(condition, walk));
  return { id, name, policy, holds: holds(group.fact, walk), conditions };
}

function traceDependency(
  { toggleId, value }: ToggleDependencyRule,
  askedBy: CompiledToggle,
  walk: Walk,
): DependencyTrace {
  const answer = walk.answers.answerOf(toggleId, askedBy.source.id, walk);
  if (answer === undefined) return { toggleId, value, result: 'UNKNOWN_TOGGLE' };
  if (answer === 'CYCLE') return { toggleId, value, result: 'CYCLE' };
  return {
    toggleId,
    value,
    result: answer.value === value ? 'HOLDS' : 'DOES_NOT_HOLD',
    answer: {
      toggle: answer.toggle.name,
      value: answer.value,
      reason: answer.reason,
      ruleOrder: answer.ruleOrder,
    },
  };
}

function traceSplit(
  { salt, saltHash, buckets, ranges }: CompiledSplit,
  context: Context,
): SplitTrace {
  const uid = uidOf(context);
  return {
    salt,
    buckets,
    bucket: uid === undefined ? undefined : bucketOf(saltHash, uid, buckets),
    ranges: ranges.map(({ value, from, to }) => ({ value, from, to })),
  };
}

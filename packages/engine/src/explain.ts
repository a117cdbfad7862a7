import { type CompiledSnapshot, toggleNamed } from './compile.ts';
import type { CompiledCondition } from './condition.ts';
import { type Context, isAbsent, PROPERTY_VALUE_MAX_CHARS } from './context.ts';
import { startEvaluation } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import type {
  AudienceTrace,
  ConditionTrace,
  DependencyTrace,
  Explanation,
  PartTrace,
  RuleTrace,
  SplitByTrace,
  SplitTrace,
  TargetGroupTrace,
} from './explanation.ts';
import { holds } from './fact.ts';
import { isTooLongForRegex } from './operators/regex.ts';
import type { Outcome } from './outcome.ts';
import { type CompiledProperty, givenTo, readProperty } from './property.ts';
import {
  type Audience,
  type AudiencePart,
  compileAudience,
  factOfPart,
  type Nodes,
} from './rule.ts';
import type { Rule, ToggleDependencyRule } from './snapshot.ts';
import { bucketOf } from './split.ts';
import type { CompiledTargetGroup } from './target-group.ts';
import {
  type CompiledSplit,
  type CompiledToggle,
  outcomeOf,
  type SplitProperty,
  unitOfSplit,
} from './toggle.ts';
import { isPresence } from './vocabulary.ts';

/** Source: RUL-45. */
const ELEMENTS_SHOWN = 20;

/**
 * Evaluates one toggle, and traces how its outcome came about; undefined when the snapshot has no toggle of that name.
 * It decides nothing itself: it runs the evaluator, and then reads the results that the nodes cached in that same
 * evaluation. So it cannot disagree with `evaluate`.
 */
export function explain(
  compiled: CompiledSnapshot,
  toggleName: string,
  context: Context,
): Explanation | undefined {
  const toggle = toggleNamed(compiled, toggleName);
  if (toggle === undefined) return undefined;
  const { nodes } = compiled;
  const evaluation = startEvaluation(compiled, context);
  const outcome = outcomeOf(toggle, evaluation);
  return {
    toggle: toggle.source.name,
    value: outcome.value,
    reason: outcome.reason,
    ruleOrder: outcome.ruleOrder,
    experimentId: outcome.experimentId,
    errorCode: outcome.errorCode,
    experimentStatus: toggle.experiment?.status,
    rules: toggle.rules.flatMap(({ split }, place) => {
      const rule = toggle.experiment?.rules[place];
      const asked = { order: place + 1, split };
      return rule ? traceRule(rule, asked, { toggle, outcome, evaluation, nodes }) : [];
    }),
  };
}

interface Decided {
  readonly toggle: CompiledToggle;
  readonly outcome: Outcome;
  readonly evaluation: Evaluation;
  readonly nodes: Nodes;
}

function traceRule(
  rule: Rule,
  { order, split }: { readonly order: number; readonly split: CompiledSplit | undefined },
  decided: Decided,
): RuleTrace {
  const { toggle, outcome, evaluation, nodes } = decided;
  const { type, versionRule } = rule;
  if (outcome.ruleOrder !== undefined && order > outcome.ruleOrder) {
    return { order, type, result: 'NOT_REACHED' };
  }
  const matched = order === outcome.ruleOrder;
  return {
    order,
    ...traceAudience(compileAudience(rule, nodes), toggle, evaluation),
    result: matched ? 'MATCHED' : 'NOT_MATCHED',
    versionFilter: versionRule && traceCondition(nodes.condition(versionRule), evaluation),
    split: matched && split ? traceSplit(split, toggle, evaluation.context) : undefined,
  };
}

function traceAudience(
  audience: Audience,
  toggle: CompiledToggle,
  evaluation: Evaluation,
): AudienceTrace {
  const { type } = audience;
  switch (type) {
    case 'ALL_USERS':
      return { type };
    case 'COMBINED': {
      const conditions = audience.parts.map((part) => ({
        holds: holds(factOfPart(part, toggle.source), evaluation),
        ...tracePart(part, toggle, evaluation),
      }));
      return { type, policy: audience.policy, conditions };
    }
    default:
      return tracePart(audience, toggle, evaluation);
  }
}

function tracePart(part: AudiencePart, toggle: CompiledToggle, evaluation: Evaluation): PartTrace {
  const { type } = part;
  switch (type) {
    case 'PROPERTY':
      return { type, condition: traceCondition(part.condition, evaluation) };
    case 'TARGET_GROUP': {
      const groups = part.groups.map((group) => traceTargetGroup(group, evaluation));
      return { type, policy: part.policy, groups };
    }
    case 'TOGGLE_DEPENDENCY':
      return { type, dependency: traceDependency(part.dependency, toggle, evaluation) };
  }
}

function traceCondition(condition: CompiledCondition, evaluation: Evaluation): ConditionTrace {
  const { source, property } = condition;
  return {
    propertyId: source.propertyId,
    property: property?.source.key,
    expression: source.expression,
    term: source.term,
    seen: property && seenBy(property, evaluation.context),
    result: conditionResult(condition, evaluation),
  };
}

function conditionResult(
  condition: CompiledCondition,
  evaluation: Evaluation,
): ConditionTrace['result'] {
  const { property, isValid, fact } = condition;
  if (holds(fact, evaluation)) return 'HOLDS';
  if (property === undefined || !isValid) return 'INVALID_CONDITION';
  if (isPresence(condition.source.expression)) return 'DOES_NOT_HOLD';
  const value = readProperty(property, evaluation);
  if (value !== undefined && !isUnreadable(condition, value)) return 'DOES_NOT_HOLD';
  return isAbsent(givenTo(property, evaluation.context)) ? 'ABSENT' : 'UNREADABLE';
}

/** A readable text may still be too long for REGEX. */
function isUnreadable({ source }: CompiledCondition, value: unknown): boolean {
  return source.expression === 'REGEX' && typeof value === 'string' && isTooLongForRegex(value);
}

/** A list is shown only where the property is one: elsewhere it is unreadable. */
function seenBy(property: CompiledProperty, context: Context): ConditionTrace['seen'] {
  const given = givenTo(property, context);
  if (property.source.type !== 'LIST' || !Array.isArray(given)) return showable(given);
  const elements = given.slice(0, ELEMENTS_SHOWN).map(showable);
  return elements.filter((element) => element !== undefined);
}

function showable(raw: unknown): string | number | boolean | undefined {
  if (typeof raw === 'string') return raw.slice(0, PROPERTY_VALUE_MAX_CHARS);
  // JSON text may contain a number that parses as Infinity, which JSON cannot write: 1e999.
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : String(raw);
  return typeof raw === 'boolean' ? raw : undefined;
}

function traceTargetGroup(group: CompiledTargetGroup, evaluation: Evaluation): TargetGroupTrace {
  const { id, name, policy } = group.source;
  const conditions = group.conditions.map((condition) => traceCondition(condition, evaluation));
  return { id, name, policy, holds: holds(group.fact, evaluation), conditions };
}

function traceDependency(
  { toggleId, value }: ToggleDependencyRule,
  dependent: CompiledToggle,
  evaluation: Evaluation,
): DependencyTrace {
  const answer = evaluation.resolver.resolveToggle(toggleId, dependent.source.id, evaluation);
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
  split: CompiledSplit,
  { experiment }: CompiledToggle,
  context: Context,
): SplitTrace {
  const { saltHash, buckets, ranges, by } = split;
  const unit = unitOfSplit(split, context);
  return {
    salt: experiment?.salt ?? '',
    buckets,
    bucket: unit === undefined ? undefined : bucketOf(saltHash, unit, buckets),
    ranges: ranges.map(({ value, from, to }) => ({ value, from, to })),
    ...(by && { by: traceSplitProperty(by, context) }),
  };
}

function traceSplitProperty({ id, property }: SplitProperty, context: Context): SplitByTrace {
  return {
    propertyId: id,
    property: property?.key,
    seen: property && showable(givenTo(property, context)),
  };
}

/** The words of evaluation. Every closed set of the product's rules is listed here, once. */

export const PROPERTY_TYPES = ['STRING', 'NUMERIC', 'DATE', 'BOOLEAN', 'SEMANTIC_VERSION'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

export const EXPRESSIONS = [
  'EQUALS',
  'NOT_EQUALS',
  'IN',
  'STARTS_WITH',
  'ENDS_WITH',
  'CONTAINS',
  'DOES_NOT_CONTAIN',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUALS',
  'LESS_THAN',
  'LESS_THAN_OR_EQUALS',
  'REGEX',
] as const;
export type Expression = (typeof EXPRESSIONS)[number];

/** Those whose term is a list: comma-separated, each item trimmed. */
const LIST_EXPRESSIONS = ['IN'] as const satisfies readonly Expression[];
export type ListExpression = (typeof LIST_EXPRESSIONS)[number];

export function takesList(expression: string): expression is ListExpression {
  return LIST_EXPRESSIONS.some((known) => known === expression);
}

const TEXT_EXPRESSIONS: readonly Expression[] = [
  'EQUALS',
  'NOT_EQUALS',
  'IN',
  'STARTS_WITH',
  'ENDS_WITH',
  'CONTAINS',
  'DOES_NOT_CONTAIN',
];

const ORDERED_EXPRESSIONS: readonly Expression[] = [
  'EQUALS',
  'NOT_EQUALS',
  'IN',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUALS',
  'LESS_THAN',
  'LESS_THAN_OR_EQUALS',
];

/** The expressions a person may choose for a property type, in the order they are offered. */
export const OFFERED_EXPRESSIONS: Readonly<Record<PropertyType, readonly Expression[]>> = {
  STRING: TEXT_EXPRESSIONS,
  NUMERIC: ORDERED_EXPRESSIONS,
  DATE: ORDERED_EXPRESSIONS,
  BOOLEAN: ['EQUALS', 'NOT_EQUALS'],
  SEMANTIC_VERSION: ORDERED_EXPRESSIONS,
};

/** Whether a condition may say this. REGEX is valid for STRING though it is not offered (decision R18). */
export function isExpressionValid(
  type: PropertyType,
  expression: string,
): expression is Expression {
  if (type === 'STRING' && expression === 'REGEX') return true;
  return OFFERED_EXPRESSIONS[type].some((offered) => offered === expression);
}

/** The built-in STRING property that holds the user's identity. It can be used, never created. */
export const UID = 'uid';

export const TARGET_GROUP_POLICIES = ['OR', 'AND'] as const;
export type TargetGroupPolicy = (typeof TARGET_GROUP_POLICIES)[number];

export const RULE_TYPES = ['ALL_USERS', 'PROPERTY', 'TARGET_GROUP', 'TOGGLE_DEPENDENCY'] as const;
export type RuleType = (typeof RULE_TYPES)[number];

export const TARGET_GROUP_RULE_POLICIES = ['ALL_OF', 'ANY_OF', 'ONE_OF', 'NONE_OF'] as const;
export type TargetGroupRulePolicy = (typeof TARGET_GROUP_RULE_POLICIES)[number];

export const VALUE_SPEC_TYPES = ['EXACT_VALUE', 'SPLIT'] as const;
export type ValueSpecType = (typeof VALUE_SPEC_TYPES)[number];

/** How typed clients receive a toggle's value; the value itself is always text. */
export const VALUE_TYPES = ['STRING', 'BOOLEAN', 'NUMBER', 'JSON'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

export const EXPERIMENT_STATUSES = ['ACTIVE', 'PAUSED'] as const;
export type ExperimentStatus = (typeof EXPERIMENT_STATUSES)[number];

/** OpenFeature's reasons, as far as this product uses them. */
export const REASONS = [
  /** No experiment, or one whose only rule gives everybody the same value. */
  'STATIC',
  'TARGETING_MATCH',
  /** No rule matched, so the one for everybody below them decides. */
  'DEFAULT',
  'SPLIT',
  'DISABLED',
  /** The toggle could not be read. */
  'ERROR',
] as const;
export type Reason = (typeof REASONS)[number];

/** Why a toggle returns its default although its rules say something else. Codes of OpenFeature. */
export const EVALUATION_ERRORS = [
  /** A split was reached without a usable `uid`. */
  'TARGETING_KEY_MISSING',
  /** A newer service wrote the toggle, with words that are not known here. */
  'PARSE_ERROR',
] as const;
export type EvaluationError = (typeof EVALUATION_ERRORS)[number];

/** The vocabulary of evaluation: each closed set of the product's rules is listed here once. */

export const PROPERTY_TYPES = ['STRING', 'NUMERIC', 'DATE', 'BOOLEAN', 'SEMANTIC_VERSION'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** Every operator of a condition. `isExpressionValid` says which types have it. */
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

/** Expressions whose term is a list: separated by commas, each item trimmed. */
const LIST_EXPRESSIONS = ['IN'] as const satisfies readonly Expression[];
export type ListExpression = (typeof LIST_EXPRESSIONS)[number];

/** Whether the term of the operator is a list. */
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

/** The expressions that a person can choose for a property type, in the order of the menu. */
export const OFFERED_EXPRESSIONS: Readonly<Record<PropertyType, readonly Expression[]>> = {
  STRING: TEXT_EXPRESSIONS,
  NUMERIC: ORDERED_EXPRESSIONS,
  DATE: ORDERED_EXPRESSIONS,
  BOOLEAN: ['EQUALS', 'NOT_EQUALS'],
  SEMANTIC_VERSION: ORDERED_EXPRESSIONS,
};

/** Whether a condition may use the expression. REGEX is valid for STRING although the menu lacks it (decision R18). */
export function isExpressionValid(
  type: PropertyType,
  expression: string,
): expression is Expression {
  if (type === 'STRING' && expression === 'REGEX') return true;
  return OFFERED_EXPRESSIONS[type].some((offered) => offered === expression);
}

/** The built-in STRING property with the user's identity. It can be used, but not created. */
export const UID = 'uid';

/** OR: one condition of the group is enough. AND: all must hold. */
export const TARGET_GROUP_POLICIES = ['OR', 'AND'] as const;
export type TargetGroupPolicy = (typeof TARGET_GROUP_POLICIES)[number];

/** Whom a rule is for. */
export const RULE_TYPES = ['ALL_USERS', 'PROPERTY', 'TARGET_GROUP', 'TOGGLE_DEPENDENCY'] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** In how many groups of the rule a user must be; ONE_OF is exactly one. */
export const TARGET_GROUP_RULE_POLICIES = ['ALL_OF', 'ANY_OF', 'ONE_OF', 'NONE_OF'] as const;
export type TargetGroupRulePolicy = (typeof TARGET_GROUP_RULE_POLICIES)[number];

/** What a rule returns: one value, or several by percentage. */
export const VALUE_SPEC_TYPES = ['EXACT_VALUE', 'SPLIT'] as const;
export type ValueSpecType = (typeof VALUE_SPEC_TYPES)[number];

/** How typed clients receive a toggle's value; the value itself is always text. */
export const VALUE_TYPES = ['STRING', 'BOOLEAN', 'NUMBER', 'JSON'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** The rules of a paused experiment are kept, and none is tried. */
export const EXPERIMENT_STATUSES = ['ACTIVE', 'PAUSED'] as const;
export type ExperimentStatus = (typeof EXPERIMENT_STATUSES)[number];

/** The reasons of OpenFeature that this product uses. */
export const REASONS = [
  /** No experiment, or one whose only rule gives everybody the same value. */
  'STATIC',
  'TARGETING_MATCH',
  /** No other rule matched, so the catch-all rule below them decides. */
  'DEFAULT',
  'SPLIT',
  'DISABLED',
  /** The toggle's rules could not be evaluated. */
  'ERROR',
] as const;
export type Reason = (typeof REASONS)[number];

/** Why a toggle returns its default although its rules say otherwise. Error codes of OpenFeature. */
export const EVALUATION_ERRORS = [
  /** A split was reached without a usable `uid`. */
  'TARGETING_KEY_MISSING',
  /** A newer service wrote the toggle, with words that this version does not know. */
  'PARSE_ERROR',
] as const;
export type EvaluationError = (typeof EVALUATION_ERRORS)[number];

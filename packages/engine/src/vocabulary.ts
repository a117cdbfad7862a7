/** The vocabulary of evaluation: each closed set of the product's rules is listed here once. */

export const PROPERTY_TYPES = [
  'STRING',
  'NUMERIC',
  'DATE',
  'BOOLEAN',
  'SEMANTIC_VERSION',
  /** Several texts: the roles of a user, the segments. */
  'LIST',
] as const;
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
  'IS_SET',
  'IS_NOT_SET',
  'NOT_IN',
  'STARTS_WITH_ANY',
  'NOT_STARTS_WITH_ANY',
  'ENDS_WITH_ANY',
  'NOT_ENDS_WITH_ANY',
  'CONTAINS_ANY',
  'NOT_CONTAINS_ANY',
  'NOT_REGEX',
  'IN_CIDR',
  'NOT_IN_CIDR',
  'HAS_ALL',
  'IN_IGNORING_CASE',
  'NOT_IN_IGNORING_CASE',
  'STARTS_WITH_ANY_IGNORING_CASE',
  'NOT_STARTS_WITH_ANY_IGNORING_CASE',
  'ENDS_WITH_ANY_IGNORING_CASE',
  'NOT_ENDS_WITH_ANY_IGNORING_CASE',
  'CONTAINS_ANY_IGNORING_CASE',
  'NOT_CONTAINS_ANY_IGNORING_CASE',
  'HAS_ALL_IGNORING_CASE',
  'BEFORE',
  'AT_OR_BEFORE',
  'SAME_AS',
  'AT_OR_AFTER',
  'AFTER',
  'IN_LIST',
  'NOT_IN_LIST',
] as const;
export type Expression = (typeof EXPRESSIONS)[number];

const BY_NAME: ReadonlyMap<string, Expression> = new Map(EXPRESSIONS.map((one) => [one, one]));

/** Expressions whose term is a list: separated by commas, each item trimmed. */
const LIST_EXPRESSIONS = [
  'IN',
  'NOT_IN',
  'STARTS_WITH_ANY',
  'NOT_STARTS_WITH_ANY',
  'ENDS_WITH_ANY',
  'NOT_ENDS_WITH_ANY',
  'CONTAINS_ANY',
  'NOT_CONTAINS_ANY',
  'IN_CIDR',
  'NOT_IN_CIDR',
  'HAS_ALL',
  'IN_IGNORING_CASE',
  'NOT_IN_IGNORING_CASE',
  'STARTS_WITH_ANY_IGNORING_CASE',
  'NOT_STARTS_WITH_ANY_IGNORING_CASE',
  'ENDS_WITH_ANY_IGNORING_CASE',
  'NOT_ENDS_WITH_ANY_IGNORING_CASE',
  'CONTAINS_ANY_IGNORING_CASE',
  'NOT_CONTAINS_ANY_IGNORING_CASE',
  'HAS_ALL_IGNORING_CASE',
] as const satisfies readonly Expression[];
export type ListExpression = (typeof LIST_EXPRESSIONS)[number];

/** Whether the term of the operator is a list. */
export function takesList(expression: string): expression is ListExpression {
  return LIST_EXPRESSIONS.some((known) => known === expression);
}

/** Whether the operator asks only if the request has a value. It has no term. Source: RUL-25. */
export function isPresence(expression: string): expression is 'IS_SET' | 'IS_NOT_SET' {
  return expression === 'IS_SET' || expression === 'IS_NOT_SET';
}

/** Whether the term of the operator is the id of a list of ids. Source: LIF-40. */
export function usesList(expression: string): expression is 'IN_LIST' | 'NOT_IN_LIST' {
  return expression === 'IN_LIST' || expression === 'NOT_IN_LIST';
}

/**
 * The operator whose exact opposite this one is; undefined for all others. NOT_EQUALS and IS_NOT_SET are no such
 * opposites: the one does not hold without a value, the other asks for nothing else. Source: RUL-26.
 */
export function oppositeOf(expression: string): Expression | undefined {
  if (!expression.startsWith('NOT_') || expression === 'NOT_EQUALS') return undefined;
  return BY_NAME.get(expression.slice('NOT_'.length));
}

const IGNORING_CASE = '_IGNORING_CASE';

/** The same operator without regard to upper and lower case; undefined when there is none. */
export function ignoringCase(expression: string): Expression | undefined {
  return BY_NAME.get(expression + IGNORING_CASE);
}

/** The same operator with regard to upper and lower case; undefined when it always has it. */
export function regardingCase(expression: string): Expression | undefined {
  if (!expression.endsWith(IGNORING_CASE)) return undefined;
  return BY_NAME.get(expression.slice(0, -IGNORING_CASE.length));
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
  LIST: ['IN', 'NOT_IN', 'HAS_ALL'],
};

const PRESENCE: readonly Expression[] = ['IS_SET', 'IS_NOT_SET'];
const PRECEDENCE: readonly Expression[] = [
  'BEFORE',
  'AT_OR_BEFORE',
  'SAME_AS',
  'AT_OR_AFTER',
  'AFTER',
];

/** Whether the operator compares moments, or versions with their pre-releases. Source: LIF-55. */
export function isPrecedence(expression: Expression): boolean {
  return PRECEDENCE.includes(expression);
}

/** The expressions that the menu has besides, after its entry for more, in their order. Source: RUL-25, LIF-55. */
export const FURTHER_EXPRESSIONS: Readonly<Record<PropertyType, readonly Expression[]>> = {
  STRING: [
    'NOT_IN',
    'STARTS_WITH_ANY',
    'NOT_STARTS_WITH_ANY',
    'ENDS_WITH_ANY',
    'NOT_ENDS_WITH_ANY',
    'CONTAINS_ANY',
    'NOT_CONTAINS_ANY',
    'IN_CIDR',
    'NOT_IN_CIDR',
    ...PRESENCE,
  ],
  NUMERIC: ['NOT_IN', ...PRESENCE],
  DATE: ['NOT_IN', ...PRECEDENCE, ...PRESENCE],
  BOOLEAN: PRESENCE,
  SEMANTIC_VERSION: ['NOT_IN', ...PRECEDENCE, ...PRESENCE],
  LIST: PRESENCE,
};

/**
 * Whether a condition may use the expression. REGEX and NOT_REGEX are valid for STRING although no menu offers them
 * (decision R18); the words of id lists have no text as their term, and are offered beside these menus.
 */
export function isExpressionValid(
  type: PropertyType,
  expression: string,
): expression is Expression {
  const isPattern = expression === 'REGEX' || expression === 'NOT_REGEX';
  if (type === 'STRING' && (isPattern || usesList(expression))) return true;
  const chosen = regardingCase(expression) ?? expression;
  const isFolded = chosen !== expression;
  if (isFolded && type !== 'STRING' && type !== 'LIST') return false;
  if (!BY_NAME.has(expression)) return false;
  return [...OFFERED_EXPRESSIONS[type], ...FURTHER_EXPRESSIONS[type]].some((one) => one === chosen);
}

/** The built-in STRING property with the user's identity. It can be used, but not created. */
export const UID = 'uid';

/** OR: one condition of the group, or of the combined rule, is enough. AND: all must hold. */
export const TARGET_GROUP_POLICIES = ['OR', 'AND'] as const;
export type TargetGroupPolicy = (typeof TARGET_GROUP_POLICIES)[number];

/** What one part of a rule asks. */
export const RULE_PART_TYPES = ['PROPERTY', 'TARGET_GROUP', 'TOGGLE_DEPENDENCY'] as const;
export type RulePartType = (typeof RULE_PART_TYPES)[number];

/** Whom a rule with at most one part is for: the types that a person can choose. */
export const SIMPLE_RULE_TYPES = ['ALL_USERS', ...RULE_PART_TYPES] as const;
export type SimpleRuleType = (typeof SIMPLE_RULE_TYPES)[number];

/** Whom a rule is for. A COMBINED rule has several parts. */
export const RULE_TYPES = [...SIMPLE_RULE_TYPES, 'COMBINED'] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** In how many groups of the rule a user must be; ONE_OF is exactly one. */
export const TARGET_GROUP_RULE_POLICIES = ['ALL_OF', 'ANY_OF', 'ONE_OF', 'NONE_OF'] as const;
export type TargetGroupRulePolicy = (typeof TARGET_GROUP_RULE_POLICIES)[number];

/** What a rule returns: one value, or several by percentage, of users or of the values of a property. */
export const VALUE_SPEC_TYPES = ['EXACT_VALUE', 'SPLIT', 'SPLIT_BY'] as const;
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
  /** A split by a property was reached without a usable value of that property. */
  'INVALID_CONTEXT',
  /** A newer service wrote the toggle, with words that this version does not know. */
  'PARSE_ERROR',
] as const;
export type EvaluationError = (typeof EVALUATION_ERRORS)[number];

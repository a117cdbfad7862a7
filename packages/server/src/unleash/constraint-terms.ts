import { parseNumber } from '@comporta/engine/operators/numeric';
import { compileRegex } from '@comporta/engine/operators/regex';
import { parseVersionTerm } from '@comporta/engine/operators/semantic-version';
import type { Expression, PropertyType } from '@comporta/engine/vocabulary';
import type { UnleashConstraint } from './unleash-state.ts';
import { UnsupportedFeature } from './unsupported-feature.ts';

/** A constraint without its inversion: one of these conditions on one property. */
export interface ConstraintTerms {
  readonly type: PropertyType;
  readonly conditions: readonly { readonly expression: Expression; readonly term: string }[];
}

const NUMERIC_EXPRESSIONS = new Map<string, Expression>([
  ['NUM_EQ', 'EQUALS'],
  ['NUM_GT', 'GREATER_THAN'],
  ['NUM_GTE', 'GREATER_THAN_OR_EQUALS'],
  ['NUM_LT', 'LESS_THAN'],
  ['NUM_LTE', 'LESS_THAN_OR_EQUALS'],
]);

const VERSION_EXPRESSIONS = new Map<string, Expression>([
  ['SEMVER_EQ', 'EQUALS'],
  ['SEMVER_GT', 'GREATER_THAN'],
  ['SEMVER_GTE', 'GREATER_THAN_OR_EQUALS'],
  ['SEMVER_LT', 'LESS_THAN'],
  ['SEMVER_LTE', 'LESS_THAN_OR_EQUALS'],
]);

const TEXT_EXPRESSIONS = new Map<string, 'STARTS_WITH' | 'ENDS_WITH' | 'CONTAINS'>([
  ['STR_STARTS_WITH', 'STARTS_WITH'],
  ['STR_ENDS_WITH', 'ENDS_WITH'],
  ['STR_CONTAINS', 'CONTAINS'],
]);

/** Converts a constraint; NOT_IN gives the same as IN, and the caller inverts it. Throws UnsupportedFeature. */
export function constraintTerms(constraint: UnleashConstraint): ConstraintTerms {
  const { operator } = constraint;
  const value = String(constraint.value ?? '').trim();
  if (operator === 'IN' || operator === 'NOT_IN') return listTerms(constraint.values ?? []);
  const text = TEXT_EXPRESSIONS.get(operator);
  if (text !== undefined) return textTerms(text, constraint);
  if (operator === 'REGEX') {
    // Not trimmed, because a blank belongs to a pattern.
    return regexTerms(String(constraint.value ?? ''), constraint.caseInsensitive === true);
  }
  const numeric = NUMERIC_EXPRESSIONS.get(operator);
  if (numeric !== undefined) {
    if (parseNumber(value) === undefined)
      throw new UnsupportedFeature(`${operator} ${value}: not a number`);
    return { type: 'NUMERIC', conditions: [{ expression: numeric, term: value }] };
  }
  const version = VERSION_EXPRESSIONS.get(operator);
  if (version !== undefined) {
    if (parseVersionTerm(value) === undefined) {
      throw new UnsupportedFeature(`${operator} ${value}: versions in rules are MAJOR.MINOR.FIX`);
    }
    return { type: 'SEMANTIC_VERSION', conditions: [{ expression: version, term: value }] };
  }
  throw new UnsupportedFeature(`${operator} has no counterpart${reasonOf(operator)}`);
}

function reasonOf(operator: string): string {
  if (operator.startsWith('DATE_')) return ': rules compare dates only by whole days';
  return operator === 'IN_CIDR' ? ': rules cannot compare with networks' : '';
}

/** Values that a comma-separated list would change get a condition of their own. */
function listTerms(values: readonly string[]): ConstraintTerms {
  if (values.some((value) => value.trim() === ''))
    throw new UnsupportedFeature('an empty value in a list');
  const isItem = (value: string) => !value.includes(',') && value.trim() === value;
  const items = values.filter(isItem);
  const others = values.filter((value) => !isItem(value));
  return {
    type: 'STRING',
    conditions: [
      ...(items.length > 0 ? [{ expression: 'IN' as const, term: items.join(',') }] : []),
      ...others.map((term) => ({ expression: 'EQUALS' as const, term })),
    ],
  };
}

function textTerms(
  expression: 'STARTS_WITH' | 'ENDS_WITH' | 'CONTAINS',
  { values, caseInsensitive }: UnleashConstraint,
): ConstraintTerms {
  if (values?.some((value) => value.trim() === ''))
    throw new UnsupportedFeature('an empty value in a list');
  const conditions = (values ?? []).map((value) =>
    caseInsensitive ? regexCondition(patternOf(expression, value)) : { expression, term: value },
  );
  return { type: 'STRING', conditions };
}

function patternOf(expression: 'STARTS_WITH' | 'ENDS_WITH' | 'CONTAINS', text: string): string {
  const escaped = text.replace(/[\\.+*?()|[\]{}^$]/g, String.raw`\$&`);
  switch (expression) {
    case 'STARTS_WITH':
      return `(?i)^${escaped}`;
    case 'ENDS_WITH':
      return `(?i)${escaped}$`;
    case 'CONTAINS':
      return `(?i)${escaped}`;
  }
}

function regexTerms(pattern: string, isCaseInsensitive: boolean): ConstraintTerms {
  return {
    type: 'STRING',
    conditions: [regexCondition(isCaseInsensitive ? `(?i)${pattern}` : pattern)],
  };
}

function regexCondition(pattern: string) {
  if (pattern.trim() === '' || compileRegex(pattern) === undefined) {
    throw new UnsupportedFeature(`REGEX ${pattern}: not a pattern of RE2, or too large`);
  }
  return { expression: 'REGEX' as const, term: pattern };
}

import { parseBoolean } from '@comporta/engine/operators/boolean';
import { isDayFormat, parseDay, parseMoment } from '@comporta/engine/operators/date';
import { itemLimit, listItems } from '@comporta/engine/operators/list';
import { parseNetwork } from '@comporta/engine/operators/network';
import { parseNumber } from '@comporta/engine/operators/numeric';
import { compileRegex } from '@comporta/engine/operators/regex';
import { parseExactVersion, parseVersionTerm } from '@comporta/engine/operators/semantic-version';
import {
  type Expression,
  isPrecedence,
  isPresence,
  oppositeOf,
  type PropertyType,
  takesList,
} from '@comporta/engine/vocabulary';
import type { ErrorCode } from '../errors.ts';
import { type Checked, lengthOf, type Problem } from '../problem.ts';

export const TERM_MAX_CHARS = 100_000;

export const TERM_CODES = [
  'EMPTY_TERM',
  'LIMIT_EXCEEDED',
  'INVALID_TERM_IN',
  'INVALID_REGEX',
  'NOT_A_NUMBER',
  'NOT_A_NUMBER_IN',
  'INVALID_DATE_FORMAT',
  'INVALID_DATE_FORMAT_IN',
  'INVALID_DATE',
  'INVALID_DATE_IN',
  'INVALID_BOOLEAN_VALUE',
  'INVALID_SEMVER',
  'INVALID_SEMVER_IN',
  'INVALID_DATE_TIME',
  'INVALID_VERSION',
  'INVALID_NETWORK',
] as const satisfies readonly ErrorCode[];
export type TermCode = (typeof TERM_CODES)[number];

/**
 * Checks a term, and returns it as it is stored: list items are trimmed, booleans are in lower case, and what has no
 * term has an empty one. Other text stays unchanged, because an outer blank may be intended.
 */
export function checkTerm(
  type: PropertyType,
  expression: Expression,
  term: string,
): Checked<string, TermCode> {
  if (isPresence(expression)) return { ok: true, value: '' };
  if (term.trim() === '') return refuse({ code: 'EMPTY_TERM' });
  if (lengthOf(term) > TERM_MAX_CHARS) return exceeded('term', TERM_MAX_CHARS);
  if (takesList(expression)) return checkItems(type, expression, listItems(term));
  if (type === 'STRING' || type === 'LIST') return checkText(expression, term);
  const value = type === 'BOOLEAN' ? term.trim().toLowerCase() : term.trim();
  const code = isPrecedence(expression) ? codeOfBound(type, value) : codeOfValue(type, value);
  return code === undefined ? { ok: true, value } : refuse({ code });
}

function checkItems(
  type: PropertyType,
  expression: Expression,
  items: readonly string[],
): Checked<string, TermCode> {
  const limit = itemLimit(expression);
  if (items.length > limit) return exceeded('items', limit);
  for (const item of items) {
    const code = codeOfItem(type, expression, item);
    if (code !== undefined) return refuse({ code });
  }
  return { ok: true, value: items.join(',') };
}

function checkText(expression: Expression, term: string): Checked<string, TermCode> {
  return (oppositeOf(expression) ?? expression) === 'REGEX' && compileRegex(term) === undefined
    ? refuse({ code: 'INVALID_REGEX' })
    : { ok: true, value: term };
}

function codeOfItem(
  type: PropertyType,
  expression: Expression,
  item: string,
): TermCode | undefined {
  if ((oppositeOf(expression) ?? expression) === 'IN_CIDR') {
    return parseNetwork(item) === undefined ? 'INVALID_NETWORK' : undefined;
  }
  if (type === 'STRING' || type === 'LIST') return item === '' ? 'INVALID_TERM_IN' : undefined;
  const code = codeOfValue(type, item);
  // Booleans have no IN, so INVALID_BOOLEAN_VALUE cannot occur here.
  return code === undefined || code === 'INVALID_BOOLEAN_VALUE' ? code : `${code}_IN`;
}

/** For the expressions that know a time of day, or pre-releases. Source: LIF-55. */
function codeOfBound(type: PropertyType, value: string): TermCode | undefined {
  if (type === 'DATE') return parseMoment(value) === undefined ? 'INVALID_DATE_TIME' : undefined;
  return parseExactVersion(value) === undefined ? 'INVALID_VERSION' : undefined;
}

function codeOfValue(type: Exclude<PropertyType, 'STRING' | 'LIST'>, value: string) {
  switch (type) {
    case 'NUMERIC':
      return parseNumber(value) === undefined ? 'NOT_A_NUMBER' : undefined;
    case 'DATE':
      if (!isDayFormat(value)) return 'INVALID_DATE_FORMAT';
      return parseDay(value) === undefined ? 'INVALID_DATE' : undefined;
    case 'BOOLEAN':
      return parseBoolean(value) === undefined ? 'INVALID_BOOLEAN_VALUE' : undefined;
    case 'SEMANTIC_VERSION':
      return parseVersionTerm(value) === undefined ? 'INVALID_SEMVER' : undefined;
  }
}

function exceeded(field: string, limit: number): Checked<never, TermCode> {
  return refuse({ code: 'LIMIT_EXCEEDED', meta: { field, limit } });
}

function refuse(problem: Omit<Problem<TermCode>, 'at'>): Checked<never, TermCode> {
  return { ok: false, problems: [{ ...problem, at: ['term'] }] };
}

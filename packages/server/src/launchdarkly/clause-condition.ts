import { parseMoment } from '@comporta/engine/operators/date';
import { parseExactVersion } from '@comporta/engine/operators/semantic-version';
import { type Expression, type PropertyType, UID } from '@comporta/engine/vocabulary';
import {
  type Asked,
  amongTexts,
  condition,
  isItem,
  mayBePartOfAnother,
  type TextExpressions,
} from '../foreign/asked-condition.ts';
import { anyOf, type Formula, NOBODY, not } from '../foreign/formula.ts';
import { type Place, requirePromise, unsupported } from '../foreign/targeting-scope.ts';
import type { Clause } from './launchdarkly-data.ts';
import { type LaunchdarklyScope, requireUser } from './launchdarkly-scope.ts';
import { isReadAlike } from './pattern.ts';
import { unlike } from './unlike.ts';

const TEXTS = new Map<string, TextExpressions>([
  ['startsWith', { ofList: 'STARTS_WITH_ANY', alone: 'STARTS_WITH' }],
  ['endsWith', { ofList: 'ENDS_WITH_ANY', alone: 'ENDS_WITH' }],
  ['contains', { ofList: 'CONTAINS_ANY', alone: 'CONTAINS' }],
]);
const NUMBERS = new Map<string, Expression>([
  ['lessThan', 'LESS_THAN'],
  ['lessThanOrEqual', 'LESS_THAN_OR_EQUALS'],
  ['greaterThan', 'GREATER_THAN'],
  ['greaterThanOrEqual', 'GREATER_THAN_OR_EQUALS'],
]);
const VERSIONS = new Map<string, Expression>([
  ['semVerEqual', 'SAME_AS'],
  ['semVerLessThan', 'BEFORE'],
  ['semVerGreaterThan', 'AFTER'],
]);
/** For a moment in milliseconds, and for a date-time of RFC 3339. */
const DATES = new Map<string, readonly [Expression, Expression]>([
  ['before', ['LESS_THAN', 'BEFORE']],
  ['after', ['GREATER_THAN', 'AFTER']],
]);

/** Of RFC 3339, as LaunchDarkly reads it. */
const DATE_TIME = /^[\d-]+T[\d:.]+(Z|[-+]\d\d:\d\d)$/;

const NO_PROPERTIES = ['', '_meta', '__proto__', 'kind', 'targetingKey', UID];
const STRICT = 'the attribute has to be of the type that it is compared with, and no list';

/** Whom a clause matches, but for `segmentMatch`. Throws UnsupportedFeature. */
export function clauseCondition(clause: Clause, at: Place, scope: LaunchdarklyScope): Formula {
  const { op, values, negate } = clause;
  const key = propertyOf(clause, at);
  if (key === 'anonymous') return anonymity(clause, { at, scope, key });
  if (values.length === 0) {
    if (negate) throw unsupported(at, 'it is negated and has no values');
    return NOBODY;
  }
  const because = STRICT;
  const isPromised = key === UID || scope.promises.includes('types-are-strict');
  const isList = op === 'in' && !negate && values.every(isOwnText);
  // A list of texts holds several values, or one.
  if (!isPromised && isList) {
    return condition({ at, scope, key }, 'LIST', { expression: 'IN', term: values.join(',') });
  }
  if (!isPromised) requirePromise(at, { promise: 'types-are-strict', because }, scope);
  // The key of a user is always a text.
  const asked: Asked = { at, scope: { ...scope, promises: ['types-are-strict'] }, key };
  const found = compared(asked, op, values);
  return negate ? unlike(found, scope.targetGroups) : found;
}

function isOwnText(value: unknown): value is string {
  return typeof value === 'string' && isItem(value) && !mayBePartOfAnother(value);
}

/** The key of the property that the clause reads. Throws UnsupportedFeature. */
function propertyOf({ attribute, contextKind }: Clause, at: Place): string {
  requireUser(contextKind, at);
  // Only with a kind of context it is a reference, as in older files.
  const isReference = contextKind === 'user' && attribute?.startsWith('/');
  const name = (isReference ? attribute?.slice(1) : attribute) ?? '';
  if (contextKind === 'user' && /[/~]/.test(name)) {
    throw unsupported(at, `${attribute} is inside another attribute`);
  }
  if (NO_PROPERTIES.includes(name)) throw unsupported(at, `${name} cannot be a property`);
  return name === 'key' ? UID : name;
}

/** A user that is not said to be anonymous is not. */
function anonymity({ op, values, negate }: Clause, asked: Asked): Formula {
  if (op !== 'in' || !values.every((value) => typeof value === 'boolean')) {
    throw unsupported(asked.at, 'anonymous is compared with true or false only');
  }
  requirePromise(asked.at, { promise: 'types-are-strict', because: STRICT }, asked.scope);
  const { targetGroups } = asked.scope;
  const isTrue = condition(asked, 'BOOLEAN', { expression: 'EQUALS', term: 'true' });
  const found = anyOf([
    ...(values.includes(true) ? [isTrue] : []),
    ...(values.includes(false) ? [not(isTrue, targetGroups)] : []),
  ]);
  return negate ? not(found, targetGroups) : found;
}

function compared(asked: Asked, op: string, values: readonly unknown[]): Formula {
  const [number, version] = [NUMBERS.get(op), VERSIONS.get(op)];
  const any = (type: PropertyType, expression: Expression, terms: readonly unknown[]) =>
    anyOf(terms.map((term) => condition(asked, type, { expression, term: `${term}` })));
  if (op === 'in') return sameAsOne(asked, values);
  if (number) return any('NUMERIC', number, numbersIn(asked, values));
  if (version) {
    return any(
      'SEMANTIC_VERSION',
      version,
      values.map((value) => versionOf(value, asked.at)),
    );
  }
  if (DATES.has(op)) {
    const [ofNumber = 'LESS_THAN', ofText = 'BEFORE'] = DATES.get(op) ?? [];
    if (values.every((value) => typeof value === 'number')) return any('NUMERIC', ofNumber, values);
    return any(
      'DATE',
      ofText,
      values.map((value) => dateTimeOf(value, asked.at)),
    );
  }
  const texts = textsIn(asked, values);
  if (op === 'matches') {
    if (!texts.every(isReadAlike)) {
      throw unsupported(
        asked.at,
        'its pattern is read differently by programs in other languages, or too large',
      );
    }
    return any('STRING', 'REGEX', texts);
  }
  const expressions = TEXTS.get(op);
  if (expressions === undefined)
    throw unsupported(asked.at, `the operator ${op} has no counterpart`);
  return amongTexts(asked, texts, expressions);
}

function sameAsOne(asked: Asked, values: readonly unknown[]): Formula {
  if (values.every((value) => typeof value === 'boolean')) {
    const terms = [...new Set(values)].map(
      (term) => ({ expression: 'EQUALS', term: `${term}` }) as const,
    );
    return anyOf(terms.map((term) => condition(asked, 'BOOLEAN', term)));
  }
  if (typeof values[0] === 'string') return amongTexts(asked, textsIn(asked, values));
  const term = numbersIn(asked, values).join(',');
  return condition(asked, 'NUMERIC', { expression: 'IN', term });
}

function textsIn({ at }: Asked, values: readonly unknown[]): readonly string[] {
  if (values.every((value) => typeof value === 'string')) return values;
  throw unsupported(at, 'its values have to be texts, all of them');
}

function numbersIn({ at }: Asked, values: readonly unknown[]): readonly number[] {
  if (values.every((value) => typeof value === 'number')) return values;
  throw unsupported(at, 'its values have to be numbers, all of them');
}

/** As LaunchDarkly reads it: 2.1 is 2.1.0. Not where a number is too large to be exact. */
function versionOf(value: unknown, at: Place): string {
  const [, numbers = '', preRelease = ''] = /^([\d.]+)(-.*)?$/.exec(String(value)) ?? [];
  const version = [...numbers.split('.'), '0', '0'].slice(
    0,
    Math.max(3, numbers.split('.').length),
  );
  const text = `${version.join('.')}${preRelease}`;
  const isExact = parseExactVersion(text) !== undefined && !/\d{15}/.test(text);
  if (typeof value === 'string' && isExact) return text;
  throw unsupported(at, 'it compares with what is no version');
}

function dateTimeOf(value: unknown, at: Place): string {
  const moment =
    typeof value === 'string' && DATE_TIME.test(value) ? parseMoment(value) : undefined;
  if (moment !== undefined && moment === Date.parse(String(value))) return String(value);
  throw unsupported(at, 'it compares with what is no date-time, or with both numbers and texts');
}

import { type Expression, UID } from '@comporta/engine/vocabulary';
import { type Asked, amongTexts, condition, textCondition } from '../foreign/asked-condition.ts';
import { type Formula, NOBODY, not } from '../foreign/formula.ts';
import { requirePromise, unsupported } from '../foreign/targeting-scope.ts';
import { type FlagdScope, type Node, type Operation, operationOf } from './targeting-node.ts';

/** For each order the expression, its opposite where there is a value, and the order from the other side. */
const ORDERS = new Map<string, readonly [Expression, Expression, string]>([
  ['<', ['LESS_THAN', 'GREATER_THAN_OR_EQUALS', '>']],
  ['<=', ['LESS_THAN_OR_EQUALS', 'GREATER_THAN', '>=']],
  ['>', ['GREATER_THAN', 'LESS_THAN_OR_EQUALS', '<']],
  ['>=', ['GREATER_THAN_OR_EQUALS', 'LESS_THAN', '<=']],
]);

const TEXT_EXPRESSIONS = new Map<string, Expression>([
  ['starts_with', 'STARTS_WITH'],
  ['ends_with', 'ENDS_WITH'],
]);

const STRICT = {
  number:
    'flagd reads true and texts as numbers, and fails for others: the property has to be a number',
  boolean: 'the property has to be true or false, and no text',
  text: 'the property has to be a text, and no number or truth value',
  inText: 'the property has to be a text, and no list',
};

/** What flagd finds for a property that is absent, where that is not `false`: it then counts as 0. */
const ABSENT = 0;

/** A property and what it is compared with. */
interface Sides {
  readonly key: string;
  readonly term: unknown;
  /** Whether the property stands on the right. */
  readonly isReversed: boolean;
}

/** The key of the property that the part reads; undefined when it is no `var`. Throws UnsupportedFeature. */
export function propertyRead(node: Node, scope: FlagdScope): string | undefined {
  const operation = operationOf(node, scope);
  if (operation?.operator !== 'var') return undefined;
  const [name, ...others] = operation.args;
  if (typeof name?.json !== 'string' || others.length > 0) {
    throw unsupported(operation, 'only the name of a property without a fallback');
  }
  if (name.json.startsWith('$flagd.')) throw unsupported(operation, `${name.json} is no property`);
  if (/[.\\]/.test(name.json)) throw unsupported(operation, `${name.json} is a nested path`);
  // What every object inherits would be read by flagd.
  if (name.json === '__proto__') throw unsupported(operation, 'it is no property');
  if (name.json === UID) throw unsupported(operation, 'uid is the targetingKey here');
  return name.json === 'targetingKey' ? UID : name.json;
}

/** `==`, `===`, `!=`, `!==`. */
export function equality(operation: Operation, scope: FlagdScope): Formula {
  const { operator } = operation;
  const { key, term, isReversed } = sidesOf(operation, scope);
  const isStrict = operator.length === 3;
  if (isReversed && !isStrict && (term === 0 || term === false)) {
    // flagd-core compiles it so that an absent property is not equal, and interprets it so that it is.
    throw unsupported(operation, 'evaluators disagree about it unless the property stands first');
  }
  const equal = equalTo({ at: operation, scope, key }, term, isStrict);
  return operator.startsWith('!') ? not(equal, scope.targetGroups) : equal;
}

/** Where flagd's reading of an absent property as 0 makes the comparison true, nothing but its opposite may hold. */
function equalTo(asked: Asked, term: unknown, isStrict: boolean): Formula {
  const { scope, at } = asked;
  const holdsAbsent = !isStrict && Number(term) === ABSENT;
  switch (typeof term) {
    case 'number': {
      requirePromise(at, { promise: 'types-are-strict', because: STRICT.number }, scope);
      if (!holdsAbsent)
        return condition(asked, 'NUMERIC', { expression: 'EQUALS', term: `${term}` });
      return not(
        condition(asked, 'NUMERIC', { expression: 'NOT_EQUALS', term: `${term}` }),
        scope.targetGroups,
      );
    }
    case 'boolean': {
      requirePromise(at, { promise: 'types-are-strict', because: STRICT.boolean }, scope);
      if (!holdsAbsent)
        return condition(asked, 'BOOLEAN', { expression: 'EQUALS', term: `${term}` });
      return not(
        condition(asked, 'BOOLEAN', { expression: 'EQUALS', term: `${!term}` }),
        scope.targetGroups,
      );
    }
    case 'string': {
      // `===` differs only for a number or truth value that reads like the text.
      if (!isStrict)
        requirePromise(at, { promise: 'types-are-strict', because: STRICT.text }, scope);
      return amongTexts(asked, [term]);
    }
    default:
      throw unsupported(at, 'a property is compared with a text, a number, true or false');
  }
}

/** `<`, `<=`, `>`, `>=` with a number. */
export function order(operation: Operation, scope: FlagdScope): Formula {
  const { key, term, isReversed } = sidesOf(operation, scope);
  const [, , reversed] = ORDERS.get(operation.operator) ?? [];
  const sought = ORDERS.get(isReversed ? (reversed ?? '') : operation.operator);
  if (typeof term !== 'number' || sought === undefined) {
    throw unsupported(operation, 'only numbers have an order that can be imported');
  }
  requirePromise(operation, { promise: 'types-are-strict', because: STRICT.number }, scope);
  const [expression, opposite] = sought;
  const asked = { at: operation, scope, key };
  if (!isTrueOf(ABSENT, expression, term))
    return condition(asked, 'NUMERIC', { expression, term: `${term}` });
  return not(
    condition(asked, 'NUMERIC', { expression: opposite, term: `${term}` }),
    scope.targetGroups,
  );
}

function isTrueOf(value: number, expression: Expression, bound: number): boolean {
  if (expression.endsWith('_OR_EQUALS') && value === bound) return true;
  return expression.startsWith('LESS') ? value < bound : value > bound;
}

/** `in`: a property in a list of constants, or a text in a property. */
export function membership(operation: Operation, scope: FlagdScope): Formula {
  const { key, term, isReversed } = sidesOf(operation, scope);
  const asked = { at: operation, scope, key };
  if (isReversed) {
    if (typeof term !== 'string')
      throw unsupported(operation, 'only a text is sought in a property');
    requirePromise(operation, { promise: 'types-are-strict', because: STRICT.inText }, scope);
    return condition(asked, 'STRING', { expression: 'CONTAINS', term });
  }
  if (!Array.isArray(term)) throw unsupported(operation, 'a property is sought only in a list');
  if (term.length === 0) return NOBODY;
  if (term.every((item) => typeof item === 'number')) {
    requirePromise(operation, { promise: 'types-are-strict', because: STRICT.number }, scope);
    return condition(asked, 'NUMERIC', { expression: 'IN', term: term.join(',') });
  }
  if (!term.every((item) => typeof item === 'string')) {
    throw unsupported(operation, 'a list has only texts, or only numbers');
  }
  return amongTexts(asked, term);
}

/** `starts_with` and `ends_with`. */
export function affix(operation: Operation, scope: FlagdScope): Formula {
  const { key, term, isReversed } = sidesOf(operation, scope);
  const expression = TEXT_EXPRESSIONS.get(operation.operator);
  if (expression === undefined || typeof term !== 'string' || isReversed) {
    throw unsupported(operation, 'it takes a property and a text');
  }
  return textCondition({ at: operation, scope, key }, expression, [term]);
}

/** Throws UnsupportedFeature unless it compares one property with one constant. */
function sidesOf(operation: Operation, scope: FlagdScope): Sides {
  const [left, right, ...others] = operation.args;
  if (left === undefined || right === undefined || others.length > 0 || !operation.hasList) {
    throw unsupported(operation, 'it takes two arguments');
  }
  const [leftKey, rightKey] = [propertyRead(left, scope), propertyRead(right, scope)];
  const constants = [leftKey === undefined ? left : [], rightKey === undefined ? right : []].flat();
  for (const constant of constants) {
    const computed = operationOf(constant, scope);
    if (computed) throw unsupported(computed, 'a property is compared with nothing computed');
  }
  if (constants.length !== 1) {
    throw unsupported(operation, 'it compares one property with one constant');
  }
  if (leftKey !== undefined) return { key: leftKey, term: right.json, isReversed: false };
  return { key: rightKey ?? '', term: left.json, isReversed: true };
}

import { condition } from '../foreign/asked-condition.ts';
import {
  allOf,
  anyOf,
  EVERYBODY,
  type Formula,
  NOBODY,
  namedGroup,
  not,
} from '../foreign/formula.ts';
import { requirePromise, unsupported } from '../foreign/targeting-scope.ts';
import { affix, equality, membership, order, propertyRead } from './comparison.ts';
import {
  type FlagdScope,
  type Node,
  type Operation,
  operationOf,
  referredBy,
} from './targeting-node.ts';
import { versionComparison } from './version-comparison.ts';

type Convert = (operation: Operation, scope: FlagdScope) => Formula;

/** Operators that answer true or false for every user. */
const COMPARISONS = new Map<string, Convert>([
  ...['==', '===', '!=', '!=='].map((name) => [name, equality] as const),
  ...['<', '<=', '>', '>='].map((name) => [name, order] as const),
  ['in', membership],
  ['!', (operation, scope) => not(conditionOf(only(operation), scope), scope.targetGroups)],
]);

const OPERATORS = new Map<string, Convert>([
  ...COMPARISONS,
  ['starts_with', affix],
  ['ends_with', affix],
  ['sem_ver', versionComparison],
  ['and', (operation, scope) => allOf(someOf(operation, scope))],
  ['or', (operation, scope) => anyOf(someOf(operation, scope))],
  ['var', aloneStanding],
  ['$ref', referred],
]);

/** Whom a part of targeting holds for. Throws UnsupportedFeature when that cannot be said exactly. */
export function conditionOf(node: Node, scope: FlagdScope): Formula {
  if (node.json === true) return EVERYBODY;
  if (node.json === false) return NOBODY;
  const operation = operationOf(node, scope);
  if (operation === undefined) throw unsupported(node, 'a constant is no condition');
  const convert = OPERATORS.get(operation.operator);
  if (convert === undefined) throw unsupported(operation, 'it has no counterpart as a condition');
  return convert(operation, scope);
}

/** Whether flagd finds `true` or `false` there, and never nothing. Throws UnsupportedFeature. */
export function isTrueOrFalse(node: Node, scope: FlagdScope): boolean {
  const operation = operationOf(node, scope);
  if (operation === undefined) return false;
  const { operator, args } = operation;
  if (operator !== 'and' && operator !== 'or') return COMPARISONS.has(operator);
  return args.every((one) => typeof one.json === 'boolean' || isTrueOrFalse(one, scope));
}

function only(operation: Operation): Node {
  const [node, ...others] = operation.args;
  if (node === undefined || others.length > 0)
    throw unsupported(operation, 'it takes one argument');
  return node;
}

function someOf(operation: Operation, scope: FlagdScope): Formula[] {
  if (!operation.hasList || operation.args.length === 0) {
    throw unsupported(operation, 'it takes a list of conditions');
  }
  return operation.args.map((node) => conditionOf(node, scope));
}

/** A property as a condition of its own. */
function aloneStanding(operation: Operation, scope: FlagdScope): Formula {
  const { args, hasList, place } = operation;
  const given = hasList ? args.map(({ json }) => json) : args[0]?.json;
  const node = { json: { var: given }, place: place.slice(0, -'.var'.length) };
  const key = propertyRead(node, scope) ?? '';
  const because = 'the property has to be true or false, as it is a condition of its own';
  requirePromise(operation, { promise: 'types-are-strict', because: because }, scope);
  return condition({ at: operation, scope, key }, 'BOOLEAN', {
    expression: 'EQUALS',
    term: 'true',
  });
}

/** An evaluator becomes a target group of its name, if a group can say it. */
function referred(operation: Operation, scope: FlagdScope): Formula {
  const { name, node } = referredBy(operation, scope);
  // With a colon, because the names of other groups begin with the key of a property.
  return namedGroup(conditionOf(node, scope), `evaluator: ${name}`, scope.targetGroups);
}

import { parseExactVersion } from '@comporta/engine/operators/semantic-version';
import type { Expression } from '@comporta/engine/vocabulary';
import { condition } from '../foreign/asked-condition.ts';
import { allOf, anyOf, type Formula } from '../foreign/formula.ts';
import { requirePromise, unsupported } from '../foreign/targeting-scope.ts';
import { propertyRead } from './comparison.ts';
import type { FlagdScope, Operation } from './targeting-node.ts';

const EXPRESSIONS = new Map<unknown, Expression>([
  ['=', 'SAME_AS'],
  ['<', 'BEFORE'],
  ['<=', 'AT_OR_BEFORE'],
  ['>', 'AFTER'],
  ['>=', 'AT_OR_AFTER'],
]);

/** `sem_ver`: without a version it never holds, not even with `!=`. */
export function versionComparison(operation: Operation, scope: FlagdScope): Formula {
  const [left, operator, right, ...others] = operation.args;
  const key = left && propertyRead(left, scope);
  const version = versionOf(right?.json);
  if (key === undefined || version === undefined || others.length > 0) {
    throw unsupported(operation, 'it takes a property, an operator and a version');
  }
  requirePromise(
    operation,
    {
      promise: 'types-are-strict',
      because:
        'flagd reads v1 and 1.2 as versions: the property has to be a version of three numbers',
    },
    scope,
  );
  const ask = (expression: Expression, term = version.text) =>
    condition({ at: operation, scope, key }, 'SEMANTIC_VERSION', { expression, term });
  const { major, minor } = version;
  // The least pre-release comes before all other versions of the same numbers.
  const between = (from: string, to: string) =>
    allOf([ask('AT_OR_AFTER', `${from}.0-0`), ask('BEFORE', `${to}.0-0`)]);
  switch (operator?.json) {
    case '!=':
      return anyOf([ask('BEFORE'), ask('AFTER')]);
    case '^':
      return between(`${major}.0`, `${major + 1}.0`);
    case '~':
      return between(`${major}.${minor}`, `${major}.${minor + 1}`);
  }
  const expression = EXPRESSIONS.get(operator?.json);
  if (expression === undefined) throw unsupported(operation, 'its operator is unknown');
  return ask(expression);
}

/** As flagd reads it: `v1` is 1.0.0. Undefined for what it does not read, and for numbers too large to be exact. */
function versionOf(json: unknown) {
  if (typeof json !== 'string' && typeof json !== 'number') return undefined;
  const [given = ''] = `${json}`.replace(/^v/i, '').split('+');
  const isShort = /^\d+(\.\d+)?$/.test(given);
  const numbers = given.split('.').map((part) => part.replace(/^0+(?=\d)/, ''));
  const text = isShort ? [...numbers, '0', '0'].slice(0, 3).join('.') : given;
  const version = parseExactVersion(text);
  if (version === undefined || /\d{15}/.test(text)) return undefined;
  return { text, major: Number(version.major), minor: Number(version.minor) };
}

import type { Expression } from '../vocabulary.ts';
import { parseItems } from './list.ts';
import type { Check } from './operator.ts';

/** The expressions of a type whose values are numbers. `parse` reads its terms. */
export function checkOrdered(
  expression: Expression,
  term: string,
  parse: (text: string) => number | undefined,
): Check<number> | undefined {
  if (expression === 'IN') {
    const items = parseItems(term, parse);
    if (items === undefined) return undefined;
    const set = new Set(items);
    return (value) => set.has(value);
  }
  const bound = parse(term);
  if (bound === undefined) return undefined;
  switch (expression) {
    case 'EQUALS':
      return (value) => value === bound;
    case 'NOT_EQUALS':
      return (value) => value !== bound;
    case 'GREATER_THAN':
      return (value) => value > bound;
    case 'GREATER_THAN_OR_EQUALS':
      return (value) => value >= bound;
    case 'LESS_THAN':
      return (value) => value < bound;
    case 'LESS_THAN_OR_EQUALS':
      return (value) => value <= bound;
    default:
      return undefined;
  }
}

/** The expressions of moments and of versions with pre-releases. `compare` is negative for what precedes. Source: LIF-55. */
export function checkPrecedence<Value>(
  expression: Expression,
  compare: (value: Value) => number,
): Check<Value> | undefined {
  switch (expression) {
    case 'BEFORE':
      return (value) => compare(value) < 0;
    case 'AT_OR_BEFORE':
      return (value) => compare(value) <= 0;
    case 'SAME_AS':
      return (value) => compare(value) === 0;
    case 'AT_OR_AFTER':
      return (value) => compare(value) >= 0;
    case 'AFTER':
      return (value) => compare(value) > 0;
    default:
      return undefined;
  }
}

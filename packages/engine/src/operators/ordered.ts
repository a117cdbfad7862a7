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
    case 'STARTS_WITH':
    case 'ENDS_WITH':
    case 'CONTAINS':
    case 'DOES_NOT_CONTAIN':
    case 'REGEX':
      return undefined;
  }
}

import { foldCase } from '../fold-case.ts';
import { type Expression, regardingCase } from '../vocabulary.ts';
import { savedItems } from './list.ts';
import { checkNetworks } from './network.ts';
import type { Check } from './operator.ts';

/** So few items are compared sooner than a new text is hashed. */
const FEW = 8;

/** The expressions of texts whose term is a list, but IN. Source: RUL-25. */
export function checkTextItems(expression: Expression, term: string): Check<string> | undefined {
  const items = savedItems(expression, term);
  return items && checkItems(expression, items);
}

/** The expressions that ignore case; their checks take folded texts. */
export function checkFoldedItems(expression: Expression, term: string): Check<string> | undefined {
  const regarding = regardingCase(expression);
  const items = savedItems(expression, term);
  if (regarding === undefined || items === undefined) return undefined;
  return checkItems(regarding, items.map(foldCase));
}

function checkItems(expression: Expression, items: readonly string[]): Check<string> | undefined {
  switch (expression) {
    case 'IN': {
      if (items.length <= FEW) return (text) => items.includes(text);
      const set = new Set(items);
      return (text) => set.has(text);
    }
    case 'STARTS_WITH_ANY':
      return (text) => items.some((item) => text.startsWith(item));
    case 'ENDS_WITH_ANY':
      return (text) => items.some((item) => text.endsWith(item));
    case 'CONTAINS_ANY':
      return (text) => items.some((item) => text.includes(item));
    case 'IN_CIDR':
      return checkNetworks(items);
    default:
      return undefined;
  }
}

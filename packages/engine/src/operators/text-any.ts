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
  if (items === undefined) return undefined;
  const regarding = regardingCase(expression);
  if (regarding === undefined) return checkItems(expression, items);
  const check = checkItems(regarding, items.map(foldCase));
  return check && ((text) => check(foldValue(text)));
}

/** The last value that was folded: many conditions in a row ask for the same one. */
let lastText = '';
let lastFolded = '';

function foldValue(text: string): string {
  if (text !== lastText) {
    lastFolded = foldCase(text);
    lastText = text;
  }
  return lastFolded;
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

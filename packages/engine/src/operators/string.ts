import { foldCase } from '../fold-case.ts';
import { listItems } from './list.ts';
import type { Check, Operator } from './operator.ts';
import { compileRegex } from './regex.ts';
import { checkFoldedItems, checkTextItems } from './text-any.ts';

/** Returns text as it is, and numbers and booleans as JavaScript prints them. */
function read(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw;
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  return undefined;
}

function readFolded(raw: unknown): string | undefined {
  const text = read(raw);
  return text === undefined ? undefined : foldCase(text);
}

/** Texts; upper and lower case differ. */
export const STRING_OPERATOR: Operator<string> = {
  read,
  check(expression, term): Check<string> | undefined {
    switch (expression) {
      case 'EQUALS':
        return (text) => text === term;
      case 'NOT_EQUALS':
        return (text) => text !== term;
      case 'IN': {
        const items = new Set(listItems(term));
        return (text) => items.has(text);
      }
      case 'STARTS_WITH':
        return (text) => text.startsWith(term);
      case 'ENDS_WITH':
        return (text) => text.endsWith(term);
      case 'CONTAINS':
        return (text) => text.includes(term);
      case 'DOES_NOT_CONTAIN':
        return (text) => !text.includes(term);
      case 'REGEX':
        return compileRegex(term)?.matches;
      default:
        return checkTextItems(expression, term);
    }
  },
  ignoringCase: { read: readFolded, check: checkFoldedItems },
};

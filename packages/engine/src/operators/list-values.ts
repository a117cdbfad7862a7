import { isTooLong } from '../context.ts';
import { foldCase } from '../fold-case.ts';
import { type Expression, regardingCase } from '../vocabulary.ts';
import { savedItems } from './list.ts';
import type { Check, Operator } from './operator.ts';
import { STRING_OPERATOR } from './string.ts';

/** A longer list is unreadable. Source: RUL-28. */
export const LIST_VALUE_MAX_ITEMS = 1_000;

/** Reads a list, or a single value as a list of one; elements that are no texts, numbers or booleans are skipped. */
function read(raw: unknown): ReadonlySet<string> | undefined {
  if (!Array.isArray(raw)) {
    const text = STRING_OPERATOR.read(raw);
    return text === undefined ? undefined : new Set([text]);
  }
  if (raw.length > LIST_VALUE_MAX_ITEMS) return undefined;
  const texts = new Set<string>();
  for (const element of raw) {
    const text = STRING_OPERATOR.read(element);
    if (text === undefined) continue;
    if (isTooLong(text)) return undefined;
    texts.add(text);
  }
  return texts;
}

function readFolded(raw: unknown): ReadonlySet<string> | undefined {
  const texts = read(raw);
  return texts && new Set(Array.from(texts, foldCase));
}

/** Lists of texts, without order. */
export const LIST_OPERATOR: Operator<ReadonlySet<string>> = {
  read,
  check(expression, term) {
    const items = savedItems(expression, term);
    return items && checkTexts(expression, items);
  },
  ignoringCase: {
    read: readFolded,
    check(expression, term) {
      const regarding = regardingCase(expression);
      const items = savedItems(expression, term);
      if (regarding === undefined || items === undefined) return undefined;
      return checkTexts(regarding, items.map(foldCase));
    },
  },
};

function checkTexts(
  expression: Expression,
  items: readonly string[],
): Check<ReadonlySet<string>> | undefined {
  switch (expression) {
    case 'IN': {
      const wanted = new Set(items);
      return (texts) => {
        const [few, many] = texts.size < wanted.size ? [texts, wanted] : [wanted, texts];
        for (const text of few) if (many.has(text)) return true;
        return false;
      };
    }
    case 'HAS_ALL':
      return (texts) => items.every((item) => texts.has(item));
    default:
      return undefined;
  }
}

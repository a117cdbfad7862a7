import { isTooLong } from '../context.ts';
import { foldCase } from '../fold-case.ts';
import { type Expression, regardingCase } from '../vocabulary.ts';
import { savedItems } from './list.ts';
import type { Check, Operator } from './operator.ts';
import { STRING_OPERATOR } from './string.ts';

/** A longer list is unreadable. Source: RUL-28. */
export const LIST_VALUE_MAX_ITEMS = 1_000;

/** The texts of a request's list. Folded once for all conditions: a stranger chooses how long they are. */
interface ListValue {
  readonly texts: ReadonlySet<string>;
  folded: ReadonlySet<string> | undefined;
}

/** Reads a list, or a single value as a list of one; elements that are no texts, numbers or booleans are skipped. */
function read(raw: unknown): ListValue | undefined {
  if (!Array.isArray(raw)) {
    const text = STRING_OPERATOR.read(raw);
    return text === undefined ? undefined : { texts: new Set([text]), folded: undefined };
  }
  if (raw.length > LIST_VALUE_MAX_ITEMS) return undefined;
  const texts = new Set<string>();
  for (const element of raw) {
    const text = STRING_OPERATOR.read(element);
    if (text === undefined) continue;
    if (isTooLong(text)) return undefined;
    texts.add(text);
  }
  return { texts, folded: undefined };
}

function foldedOf(value: ListValue): ReadonlySet<string> {
  value.folded ??= new Set(Array.from(value.texts, foldCase));
  return value.folded;
}

/** Lists of texts, without order. */
export const LIST_OPERATOR: Operator<ListValue> = {
  read,
  check(expression, term): Check<ListValue> | undefined {
    const items = savedItems(expression, term);
    if (items === undefined) return undefined;
    const regarding = regardingCase(expression);
    if (regarding === undefined) {
      const check = checkTexts(expression, items);
      return check && (({ texts }) => check(texts));
    }
    const check = checkTexts(regarding, items.map(foldCase));
    return check && ((value) => check(foldedOf(value)));
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

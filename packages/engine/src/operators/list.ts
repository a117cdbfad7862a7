import type { Expression } from '../vocabulary.ts';

/** Source: S23. */
const TERM_MAX_ITEMS = 10_000;
/** As many as a group has conditions: a group of CONTAINS costs the same. Source: RUL-29. */
const TEXTS_MAX_ITEMS = 100;
/** Source: LIF-55. */
const NETWORKS_MAX_ITEMS = 1_000;

/** How many items the term of an expression may have. */
export function itemLimit(expression: Expression): number {
  if (expression.includes('_ANY') || expression.startsWith('HAS_ALL')) return TEXTS_MAX_ITEMS;
  return expression.endsWith('IN_CIDR') ? NETWORKS_MAX_ITEMS : TERM_MAX_ITEMS;
}

/** The items of an IN term: separated by commas and trimmed, so no item contains a comma or outer blanks. */
export function listItems(term: string): string[] {
  return term.split(',').map((item) => item.trim());
}

/** The items of a term that saving takes: none of them empty, and not too many. Otherwise undefined. */
export function savedItems(expression: Expression, term: string): string[] | undefined {
  const items = listItems(term);
  return items.length > itemLimit(expression) || items.includes('') ? undefined : items;
}

/** The parsed items of an IN term; undefined when one of them does not parse. */
export function parseItems<Item>(
  term: string,
  parse: (item: string) => Item | undefined,
): Item[] | undefined {
  const items: Item[] = [];
  for (const text of listItems(term)) {
    const item = parse(text);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

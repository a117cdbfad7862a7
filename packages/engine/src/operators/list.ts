/** The items of an IN term: separated by commas and trimmed, so no item contains a comma or outer blanks. */
export function listItems(term: string): string[] {
  return term.split(',').map((item) => item.trim());
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

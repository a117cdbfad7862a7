/** Yields the items of a list and removes them, so that large items can be collected as soon as they are processed. */
export function* taken<Item>(items: Item[]): Generator<Item> {
  items.reverse();
  for (let item = items.pop(); item !== undefined; item = items.pop()) yield item;
}

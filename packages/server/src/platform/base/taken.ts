/** The items of a list, which is empty afterwards: who works on many large things keeps none that is done. */
export function* taken<Item>(items: Item[]): Generator<Item> {
  items.reverse();
  for (let item = items.pop(); item !== undefined; item = items.pop()) yield item;
}

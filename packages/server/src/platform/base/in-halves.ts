interface Storing<Item> {
  store(part: readonly Item[]): Promise<void>;
  /** Whether a failure says nothing about the items; it is thrown, and the items after it are not tried. */
  isPassing(error: unknown): boolean;
  /** Called with each item that fails alone. */
  onBad(item: Item, error: unknown): void;
}

/**
 * Stores all items at once. What fails for a reason of its own is halved until the bad item is alone, so that it costs the
 * others nothing but time: about 2 log₂ n calls for one among n. Source: FAIR-22.
 */
export async function inHalves<Item>(
  items: readonly Item[],
  storing: Storing<Item>,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await storing.store(items);
    return;
  } catch (error) {
    if (storing.isPassing(error)) throw error;
    if (items.length === 1) {
      storing.onBad(first, error);
      return;
    }
  }
  const half = Math.ceil(items.length / 2);
  await inHalves(items.slice(0, half), storing);
  await inHalves(items.slice(half), storing);
}

/** One difference between two lists; places count from 1. */
export type ItemDifference<Item> =
  | { readonly kind: 'REMOVED'; readonly from: number; readonly before: Item }
  | { readonly kind: 'ADDED'; readonly to: number; readonly after: Item }
  | (InBoth<Item> & { readonly kind: 'MOVED' })
  | (InBoth<Item> & { readonly kind: 'CHANGED' });

interface InBoth<Item> {
  readonly from: number;
  readonly to: number;
  readonly before: Item;
  readonly after: Item;
}

interface Comparing<Item> {
  /** Identifies an item in both lists. */
  idOf(item: Item): string;
  isSame(before: Item, after: Item): boolean;
}

/**
 * The differences between two lists: the removed items, then those of each item of the later list. Moved are the items
 * outside the longest run that kept its order; of several, that with the earliest items of the later list. Source: SAF-07.
 */
export function listDifference<Item>(
  before: readonly Item[],
  after: readonly Item[],
  { idOf, isSame }: Comparing<Item>,
): ItemDifference<Item>[] {
  const placeBefore = new Map(before.map((item, index) => [idOf(item), { item, index }]));
  const kept = new Set(after.map(idOf));
  const inPlace = longestRising(after.flatMap((item) => placeBefore.get(idOf(item))?.index ?? []));
  const removed = before.flatMap((item, index): ItemDifference<Item>[] =>
    kept.has(idOf(item)) ? [] : [{ kind: 'REMOVED', from: index + 1, before: item }],
  );
  const others = after.flatMap((item, index): ItemDifference<Item>[] => {
    const place = placeBefore.get(idOf(item));
    if (place === undefined) return [{ kind: 'ADDED', to: index + 1, after: item }];
    const at = { from: place.index + 1, to: index + 1, before: place.item, after: item };
    return [
      ...(inPlace.has(place.index) ? [] : [{ kind: 'MOVED', ...at } as const]),
      ...(isSame(place.item, item) ? [] : [{ kind: 'CHANGED', ...at } as const]),
    ];
  });
  return [...removed, ...others];
}

/** The members of the longest rising run; of several, that whose members come first. */
function longestRising(places: readonly number[]): ReadonlySet<number> {
  /** The length of the longest run that begins at each place. */
  const lengths: number[] = [];
  for (let index = places.length - 1; index >= 0; index--) {
    let longest = 0;
    for (let next = index + 1; next < places.length; next++) {
      if ((places[next] ?? 0) > (places[index] ?? 0)) {
        longest = Math.max(longest, lengths[next] ?? 0);
      }
    }
    lengths[index] = longest + 1;
  }
  const run = new Set<number>();
  let left = Math.max(0, ...lengths);
  let last = -1;
  for (const [index, place] of places.entries()) {
    if (lengths[index] !== left || place <= last) continue;
    run.add(place);
    last = place;
    left -= 1;
  }
  return run;
}

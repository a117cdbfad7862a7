/** An item's index before and after; one of the two is absent when it was added or removed. */
export type ItemChange =
  | { readonly was: number; readonly is: number }
  | { readonly was: number; readonly is?: undefined }
  | { readonly was?: undefined; readonly is: number };

interface Kept {
  readonly was: number;
  readonly is: number;
}

/**
 * The changes that turn one list into the other. Items that kept their order are unchanged. Of the others, an item
 * that exists at another index has moved, an item in the gap of an old one has replaced it, and the rest were
 * added or removed. Ordered by new index; removed items come last.
 */
export function itemChanges(before: readonly string[], after: readonly string[]): ItemChange[] {
  const kept = keptItems(before, after);
  const gone = indicesWithout(before, (index) => kept.some((pair) => pair.was === index));
  const fresh = indicesWithout(after, (index) => kept.some((pair) => pair.is === index));
  const gapBefore = (index: number) => kept.filter((pair) => pair.was < index).length;
  const gapAfter = (index: number) => kept.filter((pair) => pair.is < index).length;

  const moved = pairUp(fresh, gone, (is, was) => after[is] === before[was]);
  const replaced = pairUp(
    fresh.filter((is) => !moved.has(is)),
    gone.filter((was) => ![...moved.values()].includes(was)),
    (is, was) => gapAfter(is) === gapBefore(was),
  );
  const from = new Map([...moved, ...replaced]);
  const taken = new Set(from.values());
  return [
    ...fresh.map((is) => {
      const was = from.get(is);
      return was === undefined ? { is } : { was, is };
    }),
    ...gone.filter((was) => !taken.has(was)).map((was) => ({ was })),
  ];
}

/** Pairs each fresh index with the first gone index that suits it and is not taken yet. */
function pairUp(
  fresh: readonly number[],
  gone: readonly number[],
  suits: (is: number, was: number) => boolean,
): Map<number, number> {
  const pairs = new Map<number, number>();
  const free = new Set(gone);
  for (const is of fresh) {
    const was = [...free].find((candidate) => suits(is, candidate));
    if (was === undefined) continue;
    pairs.set(is, was);
    free.delete(was);
  }
  return pairs;
}

function indicesWithout(list: readonly string[], isKept: (index: number) => boolean): number[] {
  return [...list.keys()].filter((index) => !isKept(index));
}

/** The longest common subsequence: the largest set of items that can count as unchanged. */
function keptItems(before: readonly string[], after: readonly string[]): Kept[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const lengthAt = (was: number, is: number) => lengths[was * width + is] ?? 0;
  for (let was = before.length - 1; was >= 0; was--) {
    for (let is = after.length - 1; is >= 0; is--) {
      lengths[was * width + is] =
        before[was] === after[is]
          ? lengthAt(was + 1, is + 1) + 1
          : Math.max(lengthAt(was + 1, is), lengthAt(was, is + 1));
    }
  }
  const kept: Kept[] = [];
  for (let was = 0, is = 0; was < before.length && is < after.length; ) {
    if (before[was] === after[is]) kept.push({ was: was++, is: is++ });
    else if (lengthAt(was + 1, is) >= lengthAt(was, is + 1)) was++;
    else is++;
  }
  return kept;
}

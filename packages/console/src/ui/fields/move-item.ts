/** One place up or down. */
export type Step = -1 | 1;

/** Swaps an item with its neighbour above or below; at the end of the list nothing changes. */
export function moveItem<Item>(items: readonly Item[], index: number, by: Step): readonly Item[] {
  const moved = items[index];
  const neighbour = items[index + by];
  if (moved === undefined || neighbour === undefined) return items;
  return items.with(index + by, moved).with(index, neighbour);
}

/**
 * Returns the selector of the button that takes the focus when the item is at `index` of `total`: the pressed
 * one, or at an end of the list the other one, because the pressed one is disabled there.
 */
export function buttonAfterMove(index: number, total: number, by: Step): string {
  const isAtEnd = index === (by === -1 ? 0 : total - 1);
  const goesUp = isAtEnd ? by === 1 : by === -1;
  return `[data-action="${goesUp ? 'up' : 'down'}"]`;
}

/** Where somebody was in a list when they left it, by the key of its entry in the history. */
interface ListPlace {
  readonly scrollY: number;
  /** The row whose link was followed. */
  readonly rowKey: string | undefined;
}

const places = new Map<string, ListPlace>();

export function rememberPlace(historyKey: string, place: ListPlace): void {
  places.set(historyKey, place);
}

export function placeIn(historyKey: string): ListPlace | undefined {
  return places.get(historyKey);
}

/** The user's place in a list when they left it, by the key of its history entry. */
interface ListPlace {
  readonly scrollY: number;
  /** The row whose link the user followed. */
  readonly rowKey: string | undefined;
}

const places = new Map<string, ListPlace>();

export function rememberPlace(historyKey: string, place: ListPlace): void {
  places.set(historyKey, place);
}

export function placeIn(historyKey: string): ListPlace | undefined {
  return places.get(historyKey);
}

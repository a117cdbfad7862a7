/** The orders of the same list of ids: as two people found it, and as each of them left it. */
export interface Orders {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * The order that has the insertions, deletions and moves of both; undefined where they contradict each other. An insertion
 * means "below these rules", so that it stays behind the nearest rule above it that neither side deleted, and nobody may
 * re-order what is above it meanwhile. Source: SAF-06.
 */
export function mergeOrders({ base, mine, theirs }: Orders): readonly string[] | undefined {
  const inBase = new Set(base);
  const kept = new Set(base.filter((id) => mine.includes(id) && theirs.includes(id)));
  const inserts = (side: readonly string[]) => side.some((id) => !inBase.has(id));
  const [was, asMine, asTheirs] = [base, mine, theirs].map((ids) =>
    ids.filter((id) => kept.has(id)),
  ) as [string[], string[], string[]];
  const order = orderOfKept();
  if (order === undefined) return undefined;
  const places = [insertions(mine), insertions(theirs)] as const;
  if (isInsertedTwice(...places)) return undefined;
  return ['', ...order].flatMap((id) => {
    const inserted = places.map((place) => place.get(id) ?? []);
    const after = (inserted[0]?.length ? inserted[0] : inserted[1]) ?? [];
    return id === '' ? after : [id, ...after];
  });

  function orderOfKept(): readonly string[] | undefined {
    if (isSame(asMine, asTheirs)) return asMine;
    if (isSame(asTheirs, was)) return inserts(theirs) ? undefined : asMine;
    if (isSame(asMine, was)) return inserts(mine) ? undefined : asTheirs;
    return undefined;
  }

  /** What a side inserted behind each kept rule, and behind `''` at the top. */
  function insertions(side: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    let above = '';
    for (const id of side) {
      if (kept.has(id)) above = id;
      else if (!inBase.has(id)) found.set(above, [...(found.get(above) ?? []), id]);
    }
    return found;
  }
}

type Insertions = ReadonlyMap<string, readonly string[]>;

/** Whether both sides insert different rules at one place, or the same rule at two. */
function isInsertedTwice(mine: Insertions, theirs: Insertions): boolean {
  const isAtOnePlace = [...mine].some(([place, ids]) => {
    const others = theirs.get(place);
    return others !== undefined && !isSame(ids, others);
  });
  const placeOf = new Map([...mine].flatMap(([place, ids]) => ids.map((id) => [id, place])));
  return (
    isAtOnePlace ||
    [...theirs].some(([place, ids]) => ids.some((id) => (placeOf.get(id) ?? place) !== place))
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

/**
 * The order of one side, with what the other inserted behind the nearest rule above it, and without what either deleted:
 * for orders that contradict each other, when a person has chosen.
 */
export function chosenOrder(
  base: readonly string[],
  chosen: readonly string[],
  other: readonly string[],
): readonly string[] {
  const inBase = new Set(base);
  const order = chosen.filter((id) => !inBase.has(id) || other.includes(id));
  for (const [index, id] of other.entries()) {
    if (inBase.has(id) || order.includes(id)) continue;
    const above = other.slice(0, index).findLast((one) => order.includes(one));
    order.splice(above === undefined ? 0 : order.indexOf(above) + 1, 0, id);
  }
  return order;
}

import type { ContentMode } from '@comporta/contract/id-lists/id-list-api';
import type { ListPart } from '@comporta/engine/id-lists/list-part';

interface Merged {
  readonly ids: ListPart;
  readonly added: number;
  readonly removed: number;
}

/** What becomes of the stored ids of a part with those that were given. Both are ascending, as the result is. */
export function mergeIds(stored: ListPart, given: ListPart, mode: ContentMode): Merged {
  const ids = new Uint32Array(stored.length + given.length);
  let length = 0;
  let added = 0;
  let removed = 0;
  let at = 0;
  let other = 0;
  const keep = (from: ListPart, place: number) => {
    ids[length] = from[place] ?? 0;
    ids[length + 1] = from[place + 1] ?? 0;
    length += 2;
  };
  while (at < stored.length || other < given.length) {
    const order = orderOf([stored, at], [given, other]);
    if (order === 0) {
      if (mode === 'remove') removed += 1;
      else keep(stored, at);
    } else if (order < 0) {
      if (mode === 'replace') removed += 1;
      else keep(stored, at);
    } else if (mode !== 'remove') {
      keep(given, other);
      added += 1;
    }
    if (order <= 0) at += 2;
    if (order >= 0) other += 2;
  }
  return { ids: ids.slice(0, length), added, removed };
}

/** The ids that are not among the others. */
export function idsWithout(ids: ListPart, others: ListPart): ListPart {
  return mergeIds(ids, others, 'remove').ids;
}

type Place = readonly [ListPart, number];

/** Which of two ids comes first; the end of a list comes last. */
function orderOf([a, at]: Place, [b, other]: Place): number {
  if (at >= a.length) return 1;
  if (other >= b.length) return -1;
  return (a[at] ?? 0) - (b[other] ?? 0) || (a[at + 1] ?? 0) - (b[other + 1] ?? 0);
}

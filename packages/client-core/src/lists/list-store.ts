import { holdLists, type IdLists } from '@comporta/engine/id-lists/id-lists';
import type { HeldList } from './held-list.ts';

/** The lists in the memory of a program. Whoever needs some says so; what nobody needs any more is forgotten. */
export interface ListStore extends IdLists {
  get(id: string): HeldList | undefined;
  /** Replaces a list in one step. One that nobody needs is not kept. */
  put(id: string, list: HeldList): void;
  /** Replaces what `owner`, compared by identity, needs. Returns the ids of the lists that were forgotten. */
  need(owner: unknown, ids: ReadonlySet<string>): readonly string[];
  /** What all of them need. */
  needed(): ReadonlySet<string>;
}

/** `onPut` is called with each list that came or changed. */
export function storeLists(onPut: (id: string, list: HeldList) => void = () => {}): ListStore {
  const lists = new Map<string, HeldList>();
  const needed = new Map<unknown, ReadonlySet<string>>();
  const { holderOf } = holdLists();

  function isNeeded(id: string): boolean {
    for (const ids of needed.values()) if (ids.has(id)) return true;
    return false;
  }

  return {
    holderOf,
    get: (id) => lists.get(id),
    put(id, list) {
      if (!isNeeded(id)) return;
      lists.set(id, list);
      holderOf(id).ids = list;
      onPut(id, list);
    },
    needed: () => new Set([...needed.values()].flatMap((ids) => [...ids])),
    need(owner, ids) {
      if (ids.size > 0) needed.set(owner, ids);
      else if (!needed.delete(owner)) return [];
      const going = [...lists.keys()].filter((id) => !isNeeded(id));
      for (const id of going) {
        lists.delete(id);
        holderOf(id).ids = undefined;
      }
      return going;
    },
  };
}

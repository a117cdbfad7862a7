import type { IdList } from './id-list.ts';

/** Where conditions look a list up: its ids are replaced here, and nothing has to be compiled again. Source: LIF-48. */
export interface ListHolder {
  /** Undefined while the list is not loaded. */
  ids: IdList | undefined;
}

/** The lists that a program has loaded. One object for all snapshots of an environment: conditions keep its holders. */
export interface IdLists {
  /** The same object for the same id, whether the list is loaded or not. */
  holderOf(id: string): ListHolder;
}

/** Holds lists by their ids. */
export function holdLists(): IdLists {
  const holders = new Map<string, ListHolder>();
  return {
    holderOf(id) {
      const held = holders.get(id);
      if (held !== undefined) return held;
      const made: ListHolder = { ids: undefined };
      holders.set(id, made);
      return made;
    },
  };
}

const NOT_LOADED: ListHolder = Object.freeze({ ids: undefined });

/** For a program that loads none. */
export const NO_LISTS: IdLists = { holderOf: () => NOT_LOADED };

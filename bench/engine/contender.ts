import type { User } from './work.ts';

/** An engine under comparison. */
export interface Contender {
  readonly name: string;
  /** Loads the 500 flags and converts the users to the type that the engine expects. */
  readonly enter: (users: readonly User[]) => Entry | Promise<Entry>;
}

/** A user is given by the index in the list. The measured time includes awaiting a returned promise. */
export interface Entry {
  readonly one: (flag: string, user: number) => unknown;
  readonly all: (user: number) => unknown;
  /** The result of `one`, as one of VALUES in work.ts, or `enabled` or `disabled`. */
  readonly value: (flag: string, user: number) => Promise<string> | string;
  readonly leave?: () => Promise<void> | void;
}

/** The item at an index; throws a RangeError when there is none. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} of ${items.length}`);
  return item;
}

import type { User } from './work.ts';

/** An engine under comparison. */
export interface Contender {
  readonly name: string;
  /** Loads the 500 flags and brings the users into the shape that the engine wants. */
  readonly enter: (users: readonly User[]) => Entry | Promise<Entry>;
}

/** Users are named by their place in the list. A promise is awaited, within what is measured. */
export interface Entry {
  readonly one: (flag: string, user: number) => unknown;
  readonly all: (user: number) => unknown;
  /** What `one` answers, as one of the values of the work. */
  readonly value: (flag: string, user: number) => Promise<string> | string;
  readonly leave?: () => Promise<void> | void;
}

/** The user at a place of the list. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} of ${items.length}`);
  return item;
}

/** What a heap holds knows its place in it, so that it can leave from the middle. */
export interface InHeap {
  place: number;
}

/** The place of what is in no heap. */
export const NOWHERE = -1;

/**
 * Items of which the first is always at hand: to add, to move and to remove one costs the logarithm of their number.
 * Nothing may change the order of an item that is in the heap without calling `moved`.
 */
export class Heap<Item extends InHeap> {
  readonly #items: Item[] = [];
  readonly #isBefore: (one: Item, other: Item) => boolean;

  constructor(isBefore: (one: Item, other: Item) => boolean) {
    this.#isBefore = isBefore;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    item.place = this.#items.length;
    this.#items.push(item);
    this.#rise(item);
  }

  remove(item: Item): void {
    const { place } = item;
    const last = this.#items.pop();
    item.place = NOWHERE;
    if (last === undefined || last === item) return;
    this.#put(last, place);
    this.moved(last);
  }

  /** Must be called after a change to what the order of an item depends on. */
  moved(item: Item): void {
    this.#rise(item);
    this.#sink(item);
  }

  #rise(item: Item): void {
    while (item.place > 0) {
      const parent = this.#items[(item.place - 1) >> 1];
      if (parent === undefined || !this.#isBefore(item, parent)) return;
      this.#swap(item, parent);
    }
  }

  #sink(item: Item): void {
    for (;;) {
      const left = this.#items[2 * item.place + 1];
      const right = this.#items[2 * item.place + 2];
      const child = left && right && this.#isBefore(right, left) ? right : left;
      if (child === undefined || !this.#isBefore(child, item)) return;
      this.#swap(child, item);
    }
  }

  #swap(one: Item, other: Item): void {
    const place = one.place;
    this.#put(one, other.place);
    this.#put(other, place);
  }

  #put(item: Item, place: number): void {
    item.place = place;
    this.#items[place] = item;
  }
}

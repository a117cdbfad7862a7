type Range = readonly [from: number, to: number];

/** What is left to be sent of a call, as ranges of its events: what is not accepted as a whole is sent in halves. */
export class CallParts {
  #ranges: readonly Range[];
  /** How often in a row the service did not accept the next part, for a reason that may lie in it. */
  refusals = 0;
  /** When it first did not accept one, by the monotonic clock. */
  failingSince: number | undefined;

  constructor(events: number) {
    this.#ranges = [[0, events]];
  }

  get next(): Range {
    return this.#ranges[0] ?? [0, 0];
  }

  get isAlone(): boolean {
    const [from, to] = this.next;
    return to - from === 1;
  }

  /** How many events are left. */
  get events(): number {
    return this.#ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  }

  /** What is left of the events. */
  leftOf<Item>(events: readonly Item[]): readonly Item[] {
    return this.#ranges.flatMap(([from, to]) => events.slice(from, to));
  }

  /** The next part is done with. */
  done(): void {
    this.#ranges = this.#ranges.slice(1);
  }

  /** Divides the next part. Where something in it may be bad, what may be accepted comes first. */
  halve({ inOrder = false } = {}): void {
    const [from, to] = this.next;
    const middle = Math.ceil((from + to) / 2);
    const [, ...rest] = this.#ranges;
    const halves: Range[] = [
      [from, middle],
      [middle, to],
    ];
    this.#ranges = inOrder ? [...halves, ...rest] : [...rest, ...halves];
    this.refusals = 0;
  }
}

export interface Tallied<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly count: number;
}

/** Counts events by their labels, for metrics. */
export interface Tally<Label extends string> {
  add(...values: readonly string[]): void;
  read(): Tallied<Label>[];
}

const SEPARATOR = '\u0000';
/** Further combinations of labels are counted as `other`: the number of series of a metric must stay bounded. */
const MOST_SERIES = 5_000;

export function createTally<Label extends string>(...names: readonly Label[]): Tally<Label> {
  const counts = new Map<string, number>();
  const others = names.map(() => 'other').join(SEPARATOR);
  return {
    add(...values) {
      const wanted = values.join(SEPARATOR);
      const key = counts.has(wanted) || counts.size < MOST_SERIES ? wanted : others;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    read: () =>
      [...counts].map(([key, count]) => {
        const values = key.split(SEPARATOR);
        const pairs = names.map((name, index) => [name, values[index] ?? '']);
        // The type of Object.fromEntries loses the names.
        return { labels: Object.fromEntries(pairs) as Record<Label, string>, count };
      }),
  };
}

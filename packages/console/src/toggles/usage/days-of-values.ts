import type { DayUses } from '@comporta/contract/usage/usage-api';

const DAY_MS = 24 * 60 * 60_000;

/** The uses of each value on each of some days up to today, the most used value first. */
export interface DaysOfValues {
  readonly days: readonly string[];
  /** The sum of each day. */
  readonly totals: readonly number[];
  readonly total: number;
  /** Null stands for every value that is not told apart. */
  readonly values: readonly {
    readonly value: string | null;
    readonly counts: readonly number[];
    readonly total: number;
  }[];
}

export function daysOfValues(uses: readonly DayUses[], count: number, now: Date): DaysOfValues {
  const days = Array.from({ length: count }, (_, place) =>
    new Date(now.getTime() - (count - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
  const places = new Map(days.map((day, place) => [day, place]));
  const byValue = new Map<string | null, number[]>();
  for (const { day, value, count: n } of uses) {
    const place = places.get(day);
    if (place === undefined) continue;
    const counts = byValue.get(value) ?? days.map(() => 0);
    counts[place] = (counts[place] ?? 0) + n;
    byValue.set(value, counts);
  }
  const values = [...byValue]
    .map(([value, counts]) => ({ value, counts, total: sum(counts) }))
    .sort((a, b) => b.total - a.total);
  const totals = days.map((_, place) => sum(values.map(({ counts }) => counts[place] ?? 0)));
  return { days, totals, total: sum(totals), values };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

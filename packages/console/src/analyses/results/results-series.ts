import type { Results } from '@comporta/contract/analyses/results';
import { type LiftLine, stepOf, type UsersBar } from '../charts/series.ts';

/** The lift of each value in one metric, day by day. */
export function liftLines({ days, values }: Results, no: number): LiftLine[] {
  return values.flatMap(({ value, isControl }, place) => {
    if (isControl) return [];
    const line = days.map(({ metrics }) => {
      const comparisons = metrics.find((metric) => metric.no === no)?.comparisons;
      return comparisons?.find((one) => one.value === value)?.lift;
    });
    return { value, step: stepOf(place), days: line };
  });
}

/** New users of each value, day by day. */
export function usersBars({ exposures, values }: Results): UsersBar[] {
  return values.map(({ value }, place) => ({
    value,
    step: stepOf(place),
    days: exposures.map(({ users }) => users[place] ?? 0),
  }));
}

/** The index of the day that a moment belongs to, or -1. */
export function dayOf(at: string, days: readonly { readonly day: string }[]): number {
  return days.findIndex(({ day }) => day === at.slice(0, 10));
}

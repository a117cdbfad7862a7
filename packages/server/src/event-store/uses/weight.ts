import { weightOfCounts } from './use-report.ts';

/** How much the items of a call weigh: each as one event, and a report of uses by its length. Source: LIF-04. */
export function weightIn(items: readonly unknown[]): number {
  return items.reduce<number>((sum, item) => sum + weightOfItem(item), 0);
}

/** How much of that is reports of uses. */
export function weightOfUsesIn(items: readonly unknown[]): number {
  return weightIn(items.filter(isUseReport));
}

function weightOfItem(item: unknown): number {
  if (!isUseReport(item)) return 1;
  const { counts, unknown } = Object(item);
  return weightOfCounts(lengthOf(counts) + lengthOf(unknown));
}

function isUseReport(item: unknown): boolean {
  return Object(item).type === 'count';
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

import { isUnavailable } from './database-errors.ts';

/**
 * Does work for one item after the other. A failure does not stop the work for the others; it is thrown at the end.
 * When the database is unavailable, the error is thrown at once.
 */
export async function forEachOne<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failed`);
  if (failures.length === 1) throw failures[0];
}

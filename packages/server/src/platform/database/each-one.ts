import { isCancelled, rejectionOfDatabaseError } from './database-errors.ts';

/**
 * Does work for one after the other. What is wrong with one does not keep it from the others, and is told at the end; when
 * the database is away, there is nothing to be done for the others either.
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
      if (isAway(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failed`);
  if (failures.length === 1) throw failures[0];
}

function isAway(error: unknown): boolean {
  return rejectionOfDatabaseError(error)?.code === 'SERVICE_UNAVAILABLE' && !isCancelled(error);
}

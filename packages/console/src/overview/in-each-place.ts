import type { BulkRow } from '@comporta/contract/bulk';
import { ApiError } from '../api/api-error.ts';
import type { EnvironmentRef } from '../data/experiment-queries.ts';

interface Placed extends EnvironmentRef {
  readonly id: string;
}

/**
 * Makes one call for each environment of the rows, one after the other, and resolves to the results of all rows. The
 * rows of a call that fails have a result, too, because others may have succeeded; rejects when all calls fail.
 */
export async function inEachPlace(
  rows: readonly Placed[],
  change: (place: EnvironmentRef, ids: readonly string[]) => Promise<readonly BulkRow[]>,
): Promise<readonly BulkRow[]> {
  const places = Map.groupBy(rows, ({ appId, envId }) => `${appId} ${envId}`);
  const results: BulkRow[] = [];
  const failures: unknown[] = [];
  for (const [first, ...others] of places.values() as Iterable<[Placed, ...Placed[]]>) {
    const ids = [first, ...others].map(({ id }) => id);
    try {
      results.push(...(await change({ appId: first.appId, envId: first.envId }, ids)));
    } catch (error) {
      failures.push(error);
      const code = error instanceof ApiError && error.status === 404 ? 'NOT_FOUND' : 'INTERNAL';
      results.push(...ids.map((id) => ({ id, error_code: code }) as const));
    }
  }
  if (failures.length > 0 && failures.length === places.size) throw failures[0];
  return results;
}

import { type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/**
 * Meta of a query for something beside the main thing of a screen, which does without when the call answers
 * 404: somebody may have deleted the thing, or during a rolling release, a node of the previous release may
 * receive the call, which does not know the newest calls.
 */
export const BESIDE = { isBeside: true };

/**
 * Creates the cache of everything loaded from the server. `onMissing` is called when the query for the main
 * thing of a screen gets a 404.
 */
export function createQueryClient(onMissing: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (error instanceof ApiError && error.status === 404 && isMain(query)) onMissing();
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // A response is final, whatever its status; a call is retried only when there was no response.
        retry: (failures, error) => error instanceof ApiError && error.status === 0 && failures < 2,
      },
    },
  });
}

/** Whether something on the screen uses the query for its main thing; others may use it for something beside it. */
function isMain({ observers, meta }: Query<unknown, unknown>): boolean {
  const used = observers.filter(({ options }) => options.enabled !== false);
  const metas = used.length === 0 ? [meta] : used.map(({ options }) => options.meta);
  return metas.some((one) => one?.isBeside !== true);
}

/**
 * To be called after a change: queries under the key are fetched again when a screen uses them, and removed
 * otherwise.
 */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  client.removeQueries({ queryKey, type: 'inactive' });
  // A query that was first fetched before the change is not fetched again while that fetch is under way.
  const underWay = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.allSettled(underWay.map(({ promise }) => promise));
  await client.invalidateQueries({ queryKey });
}

/**
 * To be called when the service can be reached again: fetches the queries of the screen that failed because it
 * could not. Those that were refused would only lead to /not-found or /forbidden.
 */
export async function refetchAfterOutage(client: QueryClient): Promise<void> {
  await client.refetchQueries({
    type: 'active',
    predicate: ({ state: { error } }) =>
      error instanceof ApiError && (error.status === 0 || error.status >= 500),
  });
}

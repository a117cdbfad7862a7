import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/**
 * Of a query about something beside what its screen is about. While a release is rolled out, a node of the one before may
 * be asked: it does not know the newest calls and answers 404. The screen goes without.
 */
export const BESIDE = { isBeside: true };

/** Where everything loaded from the server lives. `onMissing` is told when what a screen is about answers 404. */
export function createQueryClient(onMissing: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, { meta }) {
        if (error instanceof ApiError && error.status === 404 && meta?.isBeside !== true)
          onMissing();
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // An answer is an answer; only silence is worth another try.
        retry: (failures, error) => error instanceof ApiError && error.status === 0 && failures < 2,
      },
    },
  });
}

/** After a change: what is held under the key is asked for again where it is on a screen, and forgotten elsewhere. */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  client.removeQueries({ queryKey, type: 'inactive' });
  // What was asked for the first time before the change is not asked for again while its answer is on its way.
  const underWay = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.allSettled(underWay.map(({ promise }) => promise));
  await client.invalidateQueries({ queryKey });
}

import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/** Where everything loaded from the server lives. `onMissing` is told when a load answers 404. */
export function createQueryClient(onMissing: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (error instanceof ApiError && error.status === 404) onMissing();
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

import {
  addFavourite,
  type Favourite,
  listFavourites,
  removeFavourite,
} from '@comporta/contract/favourites/favourite-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

const STALE_AFTER_MS = 180_000;

/** The user's own favourites, in all applications. */
export const favouritesQuery = queryOptions({
  queryKey: ['favourites'],
  meta: BESIDE,
  queryFn: ({ signal }) => call(listFavourites, { signal }),
  staleTime: STALE_AFTER_MS,
});

/** Updates the list at once; the response of the service then replaces it. */
export async function setFavourite(
  client: QueryClient,
  favourite: Favourite,
  isWanted: boolean,
): Promise<void> {
  const { queryKey } = favouritesQuery;
  const { type, id } = favourite;
  client.setQueryData(queryKey, (all = []) => {
    const others = all.filter((one) => one.id !== id);
    return isWanted ? [...others, favourite] : others;
  });
  try {
    await call(isWanted ? addFavourite : removeFavourite, { params: { type, id } });
  } finally {
    await client.invalidateQueries({ queryKey });
  }
}

import type { Favourite } from '@comporta/contract/favourites/favourite-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useFailureText } from '../../api/failure-text.ts';
import { favouritesQuery, setFavourite } from '../../data/favourite-queries.ts';
import { toast } from '../../ui/toast-store.ts';
import { useLatest } from '../../ui/use-latest.ts';

export interface Favourites {
  /** The ids of favourite applications and toggles. */
  readonly ids: ReadonlySet<string>;
  readonly toggle: (favourite: Favourite) => void;
}

/** The favourites of the user; nobody else sees them. */
export function useFavourites(): Favourites {
  const client = useQueryClient();
  const { data } = useQuery(favouritesQuery);
  const failureText = useLatest(useFailureText());
  const ids = useMemo(() => new Set(data?.map(({ id }) => id)), [data]);
  const toggle = useCallback(
    (favourite: Favourite) => {
      const isWanted = !ids.has(favourite.id);
      setFavourite(client, favourite, isWanted).catch((error: unknown) =>
        toast({ text: failureText.current(error) }),
      );
    },
    [client, ids, failureText],
  );
  return useMemo(() => ({ ids, toggle }), [ids, toggle]);
}

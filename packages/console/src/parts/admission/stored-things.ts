import type { DeletedItem } from '@comporta/contract/deleted-items/deleted-item';
import type { QueryClient } from '@tanstack/react-query';
import { fetchExperiment, fetchExperimentSummaries } from '../../data/experiment-queries.ts';
import type { StoredThings } from './edits-of-write.ts';

interface Pages {
  readonly pages?: readonly { readonly items?: readonly DeletedItem[] }[];
}

export function storedThings(client: QueryClient): StoredThings {
  return {
    experiment: ({ appId = '', envId = '', id = '' }) => fetchExperiment({ appId, envId, id }),
    summaries: fetchExperimentSummaries,
    deletedItem: (appId, id) =>
      client
        .getQueriesData<Pages>({ queryKey: ['deletedItems', appId] })
        .flatMap(([, data]) => data?.pages ?? [])
        .flatMap(({ items = [] }) => items)
        .find((item) => item.id === id),
  };
}

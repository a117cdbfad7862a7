import type { EditType } from '@comporta/contract/change-requests/edit-type';
import type { DeletedItem, RestoredItem } from '@comporta/contract/deleted-items/deleted-item';
import {
  discardDeletedItem,
  listDeletedItems,
  restoreDeletedItem,
} from '@comporta/contract/deleted-items/deleted-item-api';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { forgetExperiments } from './experiment-queries.ts';
import { forgetProperties } from './property-queries.ts';
import { askAgain } from './query-client.ts';
import { forgetTargetGroups } from './target-group-queries.ts';
import { forgetToggles } from './toggle-queries.ts';

const PAGE_SIZE = '50';

export interface DeletedFilter {
  readonly type?: EditType | undefined;
  readonly q?: string | undefined;
}

/** What was deleted in an application, newest first, page by page. */
export function deletedItemsQuery(appId: string, { type, q }: DeletedFilter) {
  return infiniteQueryOptions({
    queryKey: ['deletedItems', appId, { type, q }],
    queryFn: ({ pageParam, signal }) =>
      call(listDeletedItems, {
        params: { appId },
        query: { page: String(pageParam), size: PAGE_SIZE, ...(type && { type }), ...(q && { q }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ totalPages }, _, page) => (page < totalPages ? page + 1 : undefined),
  });
}

/** @param name another name than the former one */
export async function restoreItem(
  client: QueryClient,
  appId: string,
  { id, name }: { readonly id: string; readonly name?: string },
): Promise<RestoredItem> {
  const body = name === undefined ? {} : { name };
  const restored = await call(restoreDeletedItem, { params: { appId, id }, body });
  await Promise.all([forgetDeletedItems(client, appId), FORGET[restored.type](client, appId)]);
  return restored;
}

const FORGET = {
  experiment: forgetExperiments,
  toggle: forgetToggles,
  targetGroup: forgetTargetGroups,
  property: forgetProperties,
} satisfies Record<EditType, (client: QueryClient, appId: string) => Promise<void>>;

export async function discardItem(
  appId: string,
  { id }: Pick<DeletedItem, 'id'>,
): Promise<undefined> {
  await call(discardDeletedItem, { params: { appId, id } });
}

export function forgetDeletedItems(client: QueryClient, appId: string): Promise<void> {
  return askAgain(client, ['deletedItems', appId]);
}

import type { View, ViewDraft } from '@comporta/contract/views/view';
import { createView, deleteView, listViews, updateView } from '@comporta/contract/views/view-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

/** The user's own views of the toggle list, and those that others share. */
export function viewsQuery(appId: string) {
  return queryOptions({
    queryKey: ['views', appId],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listViews, { params: { appId }, signal }),
  });
}

/** Saves a view under a name; with an id, changes that view. */
export async function saveView(
  client: QueryClient,
  { appId, id }: { readonly appId: string; readonly id: string | undefined },
  body: ViewDraft,
): Promise<View> {
  const saved =
    id === undefined
      ? await call(createView, { params: { appId }, body })
      : await call(updateView, { params: { appId, id }, body });
  await client.invalidateQueries({ queryKey: viewsQuery(appId).queryKey });
  return saved;
}

export async function removeView(client: QueryClient, appId: string, id: string): Promise<void> {
  await call(deleteView, { params: { appId, id } });
  await client.invalidateQueries({ queryKey: viewsQuery(appId).queryKey });
}

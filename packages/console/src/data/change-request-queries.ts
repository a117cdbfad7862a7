import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import {
  actOnChangeRequest,
  getChangeRequest,
  listChangeRequests,
  type RequestView,
} from '@comporta/contract/change-requests/change-request-api';
import type { RequestAction } from '@comporta/contract/change-requests/request-state';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { askAgain } from './query-client.ts';

const KEY = 'change-requests';
/** A request may be applied at any moment. */
const REFETCH_MS = 5_000;

/** The first page of a view, and how many each view has. */
export function changeRequestsQuery(appId: string, view: RequestView) {
  return queryOptions({
    queryKey: [KEY, appId, view],
    queryFn: ({ signal }) =>
      call(listChangeRequests, { params: { appId }, query: { view, size: '100' }, signal }),
    refetchInterval: REFETCH_MS,
  });
}

export function changeRequestQuery(appId: string, id: string) {
  return queryOptions({
    queryKey: [KEY, appId, 'one', id],
    queryFn: ({ signal }) => call(getChangeRequest, { params: { appId, id }, signal }),
    refetchInterval: REFETCH_MS,
  });
}

/** Does something with the request as it was seen, and has everything about requests asked again. */
export async function sendAction(
  client: QueryClient,
  { appId, id, version }: Pick<ChangeRequest, 'appId' | 'id' | 'version'>,
  action: RequestAction,
): Promise<void> {
  const params = { appId, id };
  await call(actOnChangeRequest, { params, body: { action }, ifMatch: version });
  await askAgain(client, [KEY, appId]);
}

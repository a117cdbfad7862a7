import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import {
  actOnChangeRequest,
  createChangeRequest,
  deleteChangeRequest,
  getChangeRequest,
  listChangeRequests,
  previewChangeRequest,
  type RequestView,
  reviewChangeRequest,
  updateChangeRequest,
} from '@comporta/contract/change-requests/change-request-api';
import type { Choice } from '@comporta/contract/change-requests/merge-parts';
import type { RequestAction } from '@comporta/contract/change-requests/request-state';
import type { BodyOf } from '@comporta/contract/endpoint';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { forgetApplications } from './application-queries.ts';
import { forgetExperiments } from './experiment-queries.ts';
import { forgetProperties } from './property-queries.ts';
import { askAgain, BESIDE } from './query-client.ts';
import { forgetTargetGroups } from './target-group-queries.ts';
import { forgetToggles } from './toggle-queries.ts';

const KEY = 'change-requests';
const PAGE_SIZE = '50';
/** A request may be applied at any moment. */
const REFETCH_MS = 5_000;

interface RequestFilter {
  readonly view: RequestView;
  readonly envId?: string | undefined;
}

/** A view, page by page, and how many requests each view has. */
export function changeRequestsQuery(appId: string, { view, envId }: RequestFilter) {
  return infiniteQueryOptions({
    queryKey: [KEY, appId, 'list', { view, envId }],
    queryFn: ({ pageParam, signal }) =>
      call(listChangeRequests, {
        params: { appId },
        query: { view, page: String(pageParam), size: PAGE_SIZE, ...(envId && { envId }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ totalPages }, _, page) => (page < totalPages ? page + 1 : undefined),
    // All loaded pages are asked for again: with many, a person reads and does not wait for something.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? REFETCH_MS : false),
  });
}

export function changeRequestQuery(appId: string, id: string) {
  return queryOptions({
    queryKey: [KEY, appId, 'one', id],
    queryFn: ({ signal }) => call(getChangeRequest, { params: { appId, id }, signal }),
    refetchInterval: REFETCH_MS,
  });
}

/** An application has at most 200 open requests. */
const MOST_COMING = '200';

/** The requests that a time will go on with, the next one first. */
export function comingRequestsQuery(appId: string) {
  return queryOptions({
    queryKey: [KEY, appId, 'coming'],
    meta: BESIDE,
    queryFn: async ({ signal }) => {
      const query = { view: 'coming', size: MOST_COMING };
      return (await call(listChangeRequests, { params: { appId }, query, signal })).items;
    },
    staleTime: REFETCH_MS,
  });
}

const MOST_ON_ONE_THING = '100';

/** The whole open requests that change a thing; at most a hundred of them. */
export function openRequestsOnQuery(appId: string, entity: string) {
  return queryOptions({
    queryKey: [KEY, appId, 'on', entity],
    meta: BESIDE,
    queryFn: async ({ signal }): Promise<readonly ChangeRequest[]> => {
      const params = { appId };
      const query = { view: 'open', entity, size: MOST_ON_ONE_THING };
      const { items } = await call(listChangeRequests, { params, query, signal });
      return Promise.all(
        items.map(({ id }) => call(getChangeRequest, { params: { appId, id }, signal })),
      );
    },
  });
}

type Seen = Pick<ChangeRequest, 'appId' | 'id' | 'version'>;
export type RequestBody = BodyOf<typeof createChangeRequest>;

/** What a request would do and need, if it was filed; nothing is stored. */
export function previewQuery(appId: string, body: RequestBody) {
  return queryOptions({
    queryKey: [KEY, appId, 'preview', body],
    meta: BESIDE,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => call(previewChangeRequest, { params: { appId }, body, signal }),
  });
}

/** Files a request, or keeps it as a draft. */
export async function fileRequest(
  client: QueryClient,
  appId: string,
  body: RequestBody,
): Promise<ChangeRequest> {
  const filed = await call(createChangeRequest, { params: { appId }, body });
  await forgetChanged(client, appId);
  return filed;
}

/** Says anew what a request is about. */
export async function saveRequest(
  client: QueryClient,
  { appId, id, version }: Seen,
  body: RequestBody,
): Promise<ChangeRequest> {
  const saved = await call(updateChangeRequest, { params: { appId, id }, body, ifMatch: version });
  await forgetChanged(client, appId);
  return saved;
}

export async function deleteDraft(
  client: QueryClient,
  { appId, id, version }: Seen,
): Promise<void> {
  await call(deleteChangeRequest, { params: { appId, id }, ifMatch: version });
  client.removeQueries({ queryKey: changeRequestQuery(appId, id).queryKey });
  await client.invalidateQueries({ queryKey: [KEY, appId, 'list'] });
  await forgetApplications(client);
}

export interface Acting {
  readonly action: RequestAction;
  /** Of each overlap the change that stays. */
  readonly choices?: Readonly<Record<string, Choice>>;
}

/** Does something with the request as it was seen, and has everything asked again that may be another now. */
export async function sendAction(
  client: QueryClient,
  { appId, id, version }: Seen,
  body: Acting,
): Promise<void> {
  await call(actOnChangeRequest, { params: { appId, id }, body, ifMatch: version });
  await forgetChanged(client, appId);
}

/** Approves, rejects or comments what was seen. */
export async function sendReview(
  client: QueryClient,
  { appId, id, version }: Seen,
  body: BodyOf<typeof reviewChangeRequest>,
): Promise<void> {
  await call(reviewChangeRequest, { params: { appId, id }, body, ifMatch: version });
  await forgetChanged(client, appId);
}

async function forgetChanged(client: QueryClient, appId: string): Promise<void> {
  await Promise.all([
    askAgain(client, [KEY, appId]),
    forgetApplications(client),
    forgetExperiments(client, appId),
    forgetToggles(client, appId),
    forgetTargetGroups(client, appId),
    forgetProperties(client, appId),
  ]);
}

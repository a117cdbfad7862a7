import type { Delivery } from '@comporta/contract/notifications/notification';
import {
  getWebhookSecret,
  listDeliveries,
  resendDelivery,
  sendTestNotification,
} from '@comporta/contract/notifications/notification-api';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** One page shows how deliveries go; the user can load older ones. */
const PAGE_SIZE = '10';

interface Position {
  readonly page: number;
  readonly upTo?: string | undefined;
}

const FIRST: Position = { page: 1 };

export function deliveriesQuery(appId: string) {
  return infiniteQueryOptions({
    queryKey: ['deliveries', appId],
    queryFn: ({ pageParam, signal }) =>
      call(listDeliveries, {
        params: { appId },
        query: {
          page: String(pageParam.page),
          size: PAGE_SIZE,
          ...(pageParam.upTo !== undefined && { upTo: pageParam.upTo }),
        },
        signal,
      }),
    initialPageParam: FIRST,
    // Later pages are those of the moment of the first, so that new deliveries do not shift them.
    getNextPageParam: ({ totalPages, upTo }, _, { page }): Position | undefined =>
      page < totalPages ? { page: page + 1, upTo } : undefined,
  });
}

/**
 * Fetched only when the user asks to see it, and dropped from the cache with the screen. Until then it is not
 * fetched again, because each fetch is an entry in the audit log.
 */
export function webhookSecretQuery(appId: string) {
  return queryOptions({
    queryKey: ['webhook-secret', appId],
    queryFn: ({ signal }) => call(getWebhookSecret, { params: { appId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export async function sendTest(client: QueryClient, appId: string): Promise<Delivery> {
  const delivery = await call(sendTestNotification, { params: { appId } });
  await client.invalidateQueries({ queryKey: deliveriesQuery(appId).queryKey });
  return delivery;
}

export async function resend(client: QueryClient, appId: string, id: string): Promise<Delivery> {
  const delivery = await call(resendDelivery, { params: { appId, id } });
  await client.invalidateQueries({ queryKey: deliveriesQuery(appId).queryKey });
  return delivery;
}

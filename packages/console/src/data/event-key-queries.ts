import {
  deleteEventKey,
  listEventKeys,
  listRefusedEvents,
} from '@comporta/contract/metrics/event-key-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { askAgain, BESIDE } from './query-client.ts';

/** The event keys that an application uses, with the number of events. */
export function eventKeysQuery(appId: string) {
  return queryOptions({
    queryKey: ['event-keys', appId],
    queryFn: ({ signal }) => call(listEventKeys, { params: { appId }, signal }),
  });
}

/** The events of the last 24 hours that were refused, by environment and reason. */
export function refusedEventsQuery(appId: string) {
  return queryOptions({
    queryKey: ['refused-events', appId],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listRefusedEvents, { params: { appId }, signal }),
  });
}

export function removeEventKey(appId: string, key: string): Promise<undefined> {
  return call(deleteEventKey, { params: { appId, key } });
}

export async function forgetEventKeys(client: QueryClient, appId: string): Promise<void> {
  await askAgain(client, eventKeysQuery(appId).queryKey);
}

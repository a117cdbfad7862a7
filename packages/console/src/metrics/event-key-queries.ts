import { listEventKeys } from '@comporta/contract/metrics/event-key-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** The names that an application has given to its events, with how many came. */
export function eventKeysQuery(appId: string) {
  return queryOptions({
    queryKey: ['event-keys', appId],
    queryFn: ({ signal }) => call(listEventKeys, { params: { appId }, signal }),
  });
}

import { listEventKeys } from '@comporta/contract/metrics/event-key-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** The event keys that an application uses, with the number of events. */
export function eventKeysQuery(appId: string) {
  return queryOptions({
    queryKey: ['event-keys', appId],
    queryFn: ({ signal }) => call(listEventKeys, { params: { appId }, signal }),
  });
}

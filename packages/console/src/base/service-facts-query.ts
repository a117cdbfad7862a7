import { getServiceFacts } from '@comporta/contract/service/service-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** What the service is like; it changes with its configuration only. */
export const serviceFactsQuery = queryOptions({
  queryKey: ['service-facts'],
  queryFn: ({ signal }) => call(getServiceFacts, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

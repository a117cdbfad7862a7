import { getServiceFacts } from '@comporta/contract/service/service-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Facts about the service; they change only with its configuration. */
export const serviceFactsQuery = queryOptions({
  queryKey: ['service-facts'],
  queryFn: ({ signal }) => call(getServiceFacts, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

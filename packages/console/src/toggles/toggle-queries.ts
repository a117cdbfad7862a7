import { listToggles } from '@comporta/contract/toggles/toggle-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

export function togglesQuery(appId: string) {
  return queryOptions({
    queryKey: ['toggles', appId],
    queryFn: ({ signal }) => call(listToggles, { params: { appId }, signal }),
  });
}

import type { ResultOf } from '@comporta/contract/endpoint';
import type { ToggleLifecycle } from '@comporta/contract/lifecycle/lifecycle';
import { listLifecycles } from '@comporta/contract/lifecycle/lifecycle-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

/** Which toggles are used, which may go, and why, by the ids of the toggles. */
export type Lifecycles = ReadonlyMap<string, ToggleLifecycle>;

export function lifecyclesQuery(appId: string) {
  return queryOptions({
    queryKey: ['experiments', appId, 'lifecycle'],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listLifecycles, { params: { appId }, query: {}, signal }),
    select: byId,
  });
}

function byId({ items }: ResultOf<typeof listLifecycles>): Lifecycles {
  return new Map(items.map((item) => [item.toggleId, item]));
}

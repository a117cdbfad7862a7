import type { Freeze, FreezeDraft } from '@comporta/contract/freezes/freeze';
import {
  createFreeze,
  deleteFreeze,
  listFreezes,
  updateFreeze,
} from '@comporta/contract/freezes/freeze-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

/** A freeze begins and ends at its times. */
const REFETCH_MS = 60_000;

export function freezesQuery(appId: string) {
  return queryOptions({
    queryKey: ['freezes', appId],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listFreezes, { params: { appId }, signal }),
    refetchInterval: REFETCH_MS,
  });
}

interface FreezeSave {
  readonly body: FreezeDraft;
  readonly ifMatch?: number | undefined;
}

/** Creates a freeze, or saves over the version that was loaded; the answer names the requests that wait for it. */
export async function saveFreeze(
  client: QueryClient,
  { appId, id }: { readonly appId: string; readonly id: string | undefined },
  { body, ifMatch }: FreezeSave,
) {
  const saved =
    id === undefined
      ? await call(createFreeze, { params: { appId }, body })
      : await call(updateFreeze, { params: { appId, id }, body, ifMatch });
  await forgetFreezes(client, appId);
  return saved;
}

export function removeFreeze({ appId, id, version }: Freeze): Promise<undefined> {
  return call(deleteFreeze, { params: { appId, id }, ifMatch: version });
}

/** Ends the freeze now, and keeps it in the list. */
export async function endFreeze({ appId, id, version, ...freeze }: Freeze): Promise<void> {
  const { name, from, environmentIds } = freeze;
  const to = new Date().toISOString();
  const body = { name, from, to, environmentIds: environmentIds && [...environmentIds] };
  await call(updateFreeze, { params: { appId, id }, body, ifMatch: version });
}

export async function forgetFreezes(client: QueryClient, appId: string): Promise<void> {
  await client.invalidateQueries({ queryKey: freezesQuery(appId).queryKey });
}

import type { BulkRow } from '@comporta/contract/bulk';
import type { BodyOf } from '@comporta/contract/endpoint';
import type { Toggle, ToggleDraft, ToggleValue } from '@comporta/contract/toggles/toggle';
import {
  archiveToggle,
  changeToggles,
  createToggle,
  deleteToggle,
  getToggle,
  getToggleVersion,
  listToggles,
  listToggleVersions,
  unarchiveToggle,
  updateToggle,
} from '@comporta/contract/toggles/toggle-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { askAgain, BESIDE } from './query-client.ts';
import { staleTogglesQuery } from './experiment-queries.ts';
import { limitsQuery } from './limit-queries.ts';

export function togglesQuery(appId: string) {
  return queryOptions({
    queryKey: ['toggles', appId],
    queryFn: ({ signal }) => call(listToggles, { params: { appId }, signal }),
  });
}

export function toggleQuery(appId: string, id: string) {
  return queryOptions({
    queryKey: ['toggles', appId, id],
    queryFn: ({ signal }) => call(getToggle, { params: { appId, id }, signal }),
  });
}

/** The versions of a toggle, newest first. */
export function toggleVersionsQuery({ appId, id }: Pick<Toggle, 'appId' | 'id'>) {
  return queryOptions({
    queryKey: ['toggles', appId, id, 'versions'],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listToggleVersions, { params: { appId, id }, signal }),
  });
}

/** One former version of a toggle. */
export function toggleVersionQuery({ appId, id }: Pick<Toggle, 'appId' | 'id'>, version: number) {
  const params = { appId, id, version: String(version) };
  return queryOptions({
    queryKey: ['toggles', appId, id, 'versions', version],
    queryFn: ({ signal }) => call(getToggleVersion, { params, signal }),
  });
}

/** Fetches the toggle as it is saved now, to see what somebody else changed. */
export function fetchToggle({ appId, id }: Pick<Toggle, 'appId' | 'id'>): Promise<Toggle> {
  return call(getToggle, { params: { appId, id } });
}

/** Creates the toggle, or saves over the version of it that was loaded. */
export async function saveToggle(
  client: QueryClient,
  at: { readonly appId: string; readonly id: string | undefined },
  {
    value,
    ifMatch,
  }: {
    readonly value: ToggleValue & Pick<ToggleDraft, 'ownerId'>;
    readonly ifMatch: number | undefined;
  },
): Promise<Toggle> {
  const { appId, id } = at;
  const body = { ...value, appId };
  const saved =
    id === undefined
      ? await call(createToggle, { params: { appId }, body })
      : await call(updateToggle, { params: { appId, id }, body, ifMatch });
  await forgetToggles(client, appId);
  return saved;
}

/** Hides the toggle from lists, or shows it again. */
export async function setArchived(
  client: QueryClient,
  { appId, id }: Pick<Toggle, 'appId' | 'id'>,
  isArchived: boolean,
): Promise<void> {
  await call(isArchived ? archiveToggle : unarchiveToggle, { params: { appId, id } });
  await forgetToggles(client, appId);
}

export function removeToggle({ appId, id }: Pick<Toggle, 'appId' | 'id'>): Promise<undefined> {
  return call(deleteToggle, { params: { appId, id } });
}

/** Applies one action to many toggles; resolves to the result for each. */
export async function changeManyToggles(
  client: QueryClient,
  appId: string,
  body: BodyOf<typeof changeToggles>,
): Promise<readonly BulkRow[]> {
  const { results } = await call(changeToggles, { params: { appId }, body });
  await forgetToggles(client, appId);
  return results;
}

/** To be called after a change: the list and every toggle of the application are fetched again. */
export async function forgetToggles(client: QueryClient, appId: string): Promise<void> {
  forgetCounts(client, appId);
  await askAgain(client, togglesQuery(appId).queryKey);
}

/**
 * To be called after a delete: the list is fetched again. A toggle on the screen is left alone: fetching one
 * that was just deleted leads to /not-found.
 */
export async function forgetDeletedToggle(client: QueryClient, appId: string): Promise<void> {
  forgetCounts(client, appId);
  const { queryKey } = togglesQuery(appId);
  client.removeQueries({ queryKey, type: 'inactive' });
  await client.invalidateQueries({ queryKey, exact: true });
}

function forgetCounts(client: QueryClient, appId: string): void {
  void client.invalidateQueries({ queryKey: limitsQuery.queryKey });
  void client.invalidateQueries({ queryKey: staleTogglesQuery(appId).queryKey });
}

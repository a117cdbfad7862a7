import type { BulkRow } from '@comporta/contract/bulk';
import type { BodyOf } from '@comporta/contract/endpoint';
import {
  archiveToggle,
  changeToggles,
  createToggle,
  deleteToggle,
  getToggle,
  getToggleUses,
  getToggleVersion,
  listToggles,
  listToggleVersions,
  unarchiveToggle,
  updateToggle,
} from '@comporta/contract/toggles/toggle-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callSaying } from '../api/call.ts';
import { changeRows } from './change-rows.ts';
import { lifecyclesQuery } from './lifecycle-queries.ts';
import { limitsQuery } from './limit-queries.ts';
import { queriesOf, type ThingKey, versionsOf } from './queries-of.ts';
import { BESIDE } from './query-client.ts';

export const {
  list: togglesQuery,
  one: toggleQuery,
  fetch: fetchToggle,
  save: saveToggle,
  forget: forgetToggles,
} = queriesOf(
  'toggles',
  {
    list: listToggles,
    one: getToggle,
    create: createToggle,
    update: updateToggle,
    remove: deleteToggle,
  },
  forgetCounts,
);

export const { list: toggleVersionsQuery, one: toggleVersionQuery } = versionsOf('toggles', {
  list: listToggleVersions,
  one: getToggleVersion,
});

/** What a toggle is used by. It is read for each question anew: nobody should confirm what is no longer true. */
export function toggleUsesQuery({ appId, id }: ThingKey) {
  return queryOptions({
    queryKey: ['toggles', appId, id, 'used-by'],
    meta: BESIDE,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => call(getToggleUses, { params: { appId, id }, signal }),
  });
}

/** Deletes the toggle, and those of its experiments that are named; with another one it is refused. */
export async function removeToggle(
  { appId, id }: ThingKey,
  experimentIds: readonly string[],
): Promise<void> {
  await call(deleteToggle, { params: { appId, id }, query: naming(experimentIds) });
}

/** Hides the toggle from lists, and deletes those of its experiments that are named; with another one it is refused. */
export async function archive(
  client: QueryClient,
  { appId, id }: ThingKey,
  experimentIds: readonly string[] = [],
): Promise<void> {
  await call(archiveToggle, { params: { appId, id }, query: naming(experimentIds) });
  await forgetToggles(client, appId);
}

/** Shows an archived toggle in lists again. */
export async function unarchive(client: QueryClient, { appId, id }: ThingKey): Promise<void> {
  await call(unarchiveToggle, { params: { appId, id } });
  await forgetToggles(client, appId);
}

function naming(experimentIds: readonly string[]) {
  return experimentIds.length === 0 ? {} : { experiments: experimentIds.join(',') };
}

/** Applies one action to many toggles; resolves to the result for each. */
export async function changeManyToggles(
  client: QueryClient,
  appId: string,
  body: BodyOf<typeof changeToggles>,
): Promise<readonly BulkRow[]> {
  const params = { appId };
  const results = await changeRows({
    ...{ endpoint: changeToggles, params, body },
    send: async (sent, said) =>
      (await callSaying(changeToggles, { params, body: sent }, said)).results,
  });
  await forgetToggles(client, appId);
  return results;
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
  void client.invalidateQueries({ queryKey: lifecyclesQuery(appId).queryKey });
}

import type { BulkRow } from '@comporta/contract/bulk';
import type { BodyOf } from '@comporta/contract/endpoint';
import type { Toggle } from '@comporta/contract/toggles/toggle';
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
import type { QueryClient } from '@tanstack/react-query';
import { call, callSaying } from '../api/call.ts';
import { changeRows } from './change-rows.ts';
import { staleTogglesQuery } from './experiment-queries.ts';
import { limitsQuery } from './limit-queries.ts';
import { queriesOf, versionsOf } from './queries-of.ts';

export const {
  list: togglesQuery,
  one: toggleQuery,
  fetch: fetchToggle,
  save: saveToggle,
  remove: removeToggle,
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

/** Hides the toggle from lists, or shows it again. */
export async function setArchived(
  client: QueryClient,
  { appId, id }: Pick<Toggle, 'appId' | 'id'>,
  isArchived: boolean,
): Promise<void> {
  await call(isArchived ? archiveToggle : unarchiveToggle, { params: { appId, id } });
  await forgetToggles(client, appId);
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
  void client.invalidateQueries({ queryKey: staleTogglesQuery(appId).queryKey });
}

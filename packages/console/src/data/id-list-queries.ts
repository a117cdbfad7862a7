import {
  type ChangedIds,
  type ContentMode,
  changeContent,
  changeIds,
  checkIds,
  createIdList,
  deleteIdList,
  getIdList,
  listIdLists,
  updateIdList,
} from '@comporta/contract/id-lists/id-list-api';
import type { QueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../api/call.ts';
import { queriesOf, type ThingKey } from './queries-of.ts';

export const {
  list: idListsQuery,
  one: idListQuery,
  fetch: fetchIdList,
  save: saveIdList,
  remove: removeIdList,
  forget: forgetIdLists,
} = queriesOf('idLists', {
  list: listIdLists,
  one: getIdList,
  create: createIdList,
  update: updateIdList,
  remove: deleteIdList,
});

/** A file with ids, and what to do with them. */
export interface Upload {
  readonly file: File;
  readonly mode: ContentMode;
  readonly hasHeader: boolean;
}

/** Browsers do not agree on what a CSV is called. */
export function isCsv({ name }: Pick<File, 'name'>): boolean {
  return name.toLowerCase().endsWith('.csv');
}

/** What an upload would change. The signal ends it, at the service too: a file can have 64 MiB. */
export function tryUpload(
  { appId, id }: ThingKey,
  { signal, ...upload }: Upload & { readonly signal: AbortSignal },
): Promise<ChangedIds> {
  return send({ appId, id }, upload, { query: { dryRun: 'true' }, signal });
}

/** Uploads a file, if the ids are those of this contentVersion. */
export async function uploadIds(
  client: QueryClient,
  key: ThingKey,
  { ifMatch, ...upload }: Upload & { readonly ifMatch: number },
): Promise<ChangedIds> {
  const changed = await send(key, upload, { ifMatch });
  await forgetIdLists(client, key.appId);
  return changed;
}

function send(
  { appId, id }: ThingKey,
  { file, mode, hasHeader }: Upload,
  {
    query,
    ...rest
  }: Pick<CallInput<typeof changeContent>, 'ifMatch' | 'signal'> & {
    readonly query?: { readonly dryRun: 'true' };
  },
): Promise<ChangedIds> {
  const type = isCsv(file) ? 'text/csv' : 'text/plain';
  return call(changeContent, {
    params: { appId, id },
    query: { mode, ...(hasHeader && { header: 'true' }), ...query },
    file: new Blob([file], { type }),
    ...rest,
  });
}

export async function addAndRemoveIds(
  client: QueryClient,
  { appId, id }: ThingKey,
  body: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<ChangedIds> {
  const changed = await call(changeIds, { params: { appId, id }, body });
  await forgetIdLists(client, appId);
  return changed;
}

export async function isInList({ appId, id }: ThingKey, asked: string): Promise<boolean> {
  const [isIn] = await call(checkIds, { params: { appId, id }, body: { ids: [asked] } });
  return isIn === true;
}

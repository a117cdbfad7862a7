import type { Change } from '@comporta/contract/nouns/change';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { findEnvironment } from '../platform/callers/application-scope.ts';
import { recordSilently } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { deleteItem, findItem } from './deleted-item-repository.ts';

/** Deletes for good what could be restored. */
export async function discardItem(
  call: Write<'application'>,
  id: string,
  keptDays: number,
): Promise<void> {
  const { sql, application } = call;
  const item = orNotFound(await findItem(sql, { applicationId: application.id, keptDays }, id));
  const environment =
    item.environmentId === null
      ? undefined
      : await findEnvironment(sql, application.id, item.environmentId);
  await deleteItem(sql, id);
  const discarded: Change = {
    action: 'EDITED',
    type: item.type,
    id,
    name: item.name,
    environment,
    after: { discarded: true },
    touches: [],
  };
  await recordSilently(call, discarded);
}

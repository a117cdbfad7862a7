import { pickFields } from '@comporta/contract/fields';
import {
  CLIENT_ACCESS,
  type ClientAccess,
  type ClientAccessDraft,
  checkClientAccess,
} from '@comporta/contract/keys/client-access';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { isUnchanged, nextVersion, requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { newClientKey } from '../platform/identity/environment-key.ts';
import { findClientAccess, saveClientAccess } from './client-access-repository.ts';

/** Replaces the client key of an environment; the previous key stops working. */
export async function createClientKey({
  sql,
  actor,
  application,
  environment,
}: Omit<Write<'environment', unknown>, 'body' | 'ifMatch'>): Promise<ClientAccess> {
  const before = await findClientAccess(sql, environment.id);
  const after = await saveClientAccess(sql, environment.id, {
    ...before,
    key: newClientKey(),
    ...nextVersion(before, actor),
  });
  await recordChange(
    { sql, actor, application },
    {
      action: 'CREATED',
      type: 'clientKey',
      id: environment.id,
      name: environment.name,
      environment,
    },
  );
  return after;
}

/** Changes the origins that may use the client key; the key stays the same. */
export async function editClientAccess({
  sql,
  actor,
  application,
  environment,
  body,
  ifMatch,
}: Write<'environment', ClientAccessDraft>): Promise<ClientAccess> {
  const before = await findClientAccess(sql, environment.id);
  requireVersion(before, ifMatch);
  const edited = { ...before, ...valueOrReject(checkClientAccess(body)) };
  if (isUnchanged(before, edited)) return before;
  const after = await saveClientAccess(sql, environment.id, {
    ...edited,
    ...nextVersion(before, actor),
  });
  await recordChange(
    { sql, actor, application },
    {
      action: 'EDITED',
      type: 'clientKey',
      id: environment.id,
      name: environment.name,
      environment,
      before: pickFields(CLIENT_ACCESS, before),
      after: pickFields(CLIENT_ACCESS, after),
    },
  );
  return after;
}

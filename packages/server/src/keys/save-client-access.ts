import { pickFields } from '@comporta/contract/fields';
import {
  CLIENT_ACCESS,
  type ClientAccess,
  type ClientAccessDraft,
  checkClientAccess,
} from '@comporta/contract/keys/client-access';
import type { ReplacingKeyRequest } from '@comporta/contract/keys/key-request';
import { newClientKey } from '../identity/keys/environment-key.ts';
import { keepReplacedKey } from '../identity/keys/former-keys.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { isUnchanged, nextVersion, requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import {
  findClientAccess,
  findClientKey,
  noteNewClientKey,
  saveClientAccess,
} from './client-access-repository.ts';

/** Replaces the client key of an environment; the previous key stops working, at once or after `keepHours`. */
export async function createClientKey({
  sql,
  actor,
  application,
  environment,
  body: { keepHours },
}: Omit<Write<'environment', ReplacingKeyRequest>, 'ifMatch'>): Promise<ClientAccess> {
  const before = await findClientAccess(sql, environment.id);
  const previous = await findClientKey(sql, environment.id);
  const key = newClientKey();
  const after = await saveClientAccess(sql, environment.id, {
    ...before,
    key,
    ...nextVersion(before, actor),
  });
  await noteNewClientKey(sql, environment.id);
  const endsAt = await keepReplacedKey(sql, {
    ...previous,
    environmentId: environment.id,
    kind: 'client',
    replacedBy: hashSecret(key),
    keepHours,
  });
  await recordChange(
    { sql, actor, application },
    {
      action: 'CREATED',
      type: 'clientKey',
      id: environment.id,
      name: environment.name,
      environment,
      after: endsAt && { previousEndsAt: endsAt.toISOString() },
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

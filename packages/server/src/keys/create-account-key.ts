import type { NewAccountKey } from '@comporta/contract/keys/account-key';
import { ACCOUNT_KEY_PREFIX, type UserActor } from '../platform/actor.ts';
import { recordAccountChange } from '../platform/changes.ts';
import type { Sql } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { newKey } from '../platform/key-format.ts';
import type { Plans } from '../platform/plans.ts';
import { requireRoom } from '../platform/require-room.ts';
import { hashSecret } from '../platform/secrets.ts';
import { insertAccountKey } from './account-key-repository.ts';

interface Create {
  readonly sql: Sql;
  readonly actor: UserActor;
}

export async function createAccountKey(
  { sql, actor }: Create,
  plans: Plans,
): Promise<NewAccountKey> {
  await requireRoom(sql, actor, { plans, limit: 'MAX_ACCOUNT_KEYS' });
  const id = newId();
  const key = newKey(ACCOUNT_KEY_PREFIX);
  const mask = `····${key.slice(-4)}`;
  await insertAccountKey(sql, {
    id,
    accountId: actor.accountId,
    keyHash: hashSecret(key),
    mask,
    createdBy: actor.name,
  });
  await recordAccountChange(sql, actor, {
    action: 'CREATED',
    type: 'accountKey',
    id,
    name: mask,
    after: { key: mask },
  });
  return { key };
}

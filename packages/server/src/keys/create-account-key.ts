import type { NewAccountKey } from '@comporta/contract/keys/account-key';
import { lockAccount } from '../platform/account-lock.ts';
import { ACCOUNT_KEY_PREFIX, type UserActor } from '../platform/actor.ts';
import { recordAccountChange } from '../platform/changes.ts';
import type { Sql } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { newKey } from '../platform/key-format.ts';
import { isLimitReached, limitOf, type Plans } from '../platform/plans.ts';
import { Rejection } from '../platform/rejection.ts';
import { hashSecret } from '../platform/secrets.ts';
import { countAccountKeys, insertAccountKey } from './account-key-repository.ts';

interface Create {
  readonly sql: Sql;
  readonly actor: UserActor;
}

export async function createAccountKey(
  { sql, actor }: Create,
  plans: Plans,
): Promise<NewAccountKey> {
  const { accountId, plan } = actor;
  await lockAccount(sql, accountId);
  const limit = 'MAX_ACCOUNT_KEYS';
  if (isLimitReached(plans, plan, { limit, count: await countAccountKeys(sql, accountId) })) {
    throw new Rejection('MAX_ACCOUNT_KEYS_REACHED', { 'max-keys': limitOf(plans, plan, limit) });
  }
  const id = newId();
  const key = newKey(ACCOUNT_KEY_PREFIX);
  const mask = `····${key.slice(-4)}`;
  await insertAccountKey(sql, {
    id,
    accountId,
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

import type { NewAccountKey } from '@comporta/contract/keys/account-key';
import { maskOf, newKey } from '../identity/keys/key-format.ts';
import { newId } from '../platform/base/ids.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { ACCOUNT_KEY_PREFIX, type UserActor } from '../platform/callers/actor.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Sql } from '../platform/database/database.ts';
import { enforcePlanLimit } from '../platform/limits/enforce-plan-limit.ts';
import { insertAccountKey, MAX_ACCOUNT_KEYS } from './account-key-repository.ts';

interface Create {
  readonly sql: Sql;
  readonly actor: UserActor;
}

export async function createAccountKey(
  { sql, actor }: Create,
  plans: Plans,
): Promise<NewAccountKey> {
  await enforcePlanLimit(sql, actor, { plans, of: MAX_ACCOUNT_KEYS });
  const id = newId();
  const key = newKey(ACCOUNT_KEY_PREFIX);
  const mask = maskOf(key);
  await insertAccountKey(sql, {
    id,
    accountId: actor.accountId,
    keyHash: hashSecret(key),
    mask,
    createdBy: actor.name,
    createdById: actor.id,
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

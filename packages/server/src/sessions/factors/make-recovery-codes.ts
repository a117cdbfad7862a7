import type { RecoveryCodes } from '@comporta/contract/identity/security';
import {
  hasPasskey,
  holdFactors,
  saveRecoveryHashes,
} from '../../identity/factors/factor-repository.ts';
import { newRecoveryCodes } from '../../identity/factors/recovery-codes.ts';
import { tellOfOwnChange } from '../../identity/mails/tell-of-own-change.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { hashSecret } from '../../platform/base/secrets.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import { recordOwnChange } from '../../platform/changes/changes.ts';
import { lockAccount, lockUser } from '../../platform/database/account-lock.ts';
import type { Sql } from '../../platform/database/database.ts';

/** Ten codes in place of those that were left. Rejects with NOT_FOUND for who has no second factor. Source: IDN-31. */
export async function makeRecoveryCodes(sql: Sql, actor: UserActor): Promise<RecoveryCodes> {
  await lockAccount(sql, actor.accountId);
  await lockUser(sql, actor.id);
  const held = await holdFactors(sql, actor.id);
  if (held === undefined || !(held.hasApp || (await hasPasskey(sql, actor.id)))) {
    throw new Rejection('NOT_FOUND');
  }
  const codes = newRecoveryCodes();
  await saveRecoveryHashes(sql, actor.id, codes.map(hashSecret));
  if (held.recoveryHashes.length > 0) {
    await tellOfOwnChange(sql, actor, { is: 'factors', change: 'CODES_RENEWED' });
  }
  await recordOwnChange(sql, actor, { recoveryCodesMade: true });
  return { codes };
}

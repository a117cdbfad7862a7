import { readFactors, saveRecoveryHashes } from '../../identity/factors/factor-repository.ts';
import { tellOfOwnChange } from '../../identity/mails/tell-of-own-change.ts';
import { deletePasskey } from '../../identity/passkeys/passkey-repository.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import { recordOwnChange } from '../../platform/changes/changes.ts';
import { lockAccount, lockUser } from '../../platform/database/account-lock.ts';
import type { Sql } from '../../platform/database/database.ts';

/** Removes a passkey. The recovery codes go with the last factor. Rejects with NOT_FOUND. */
export async function removePasskey(sql: Sql, actor: UserActor, id: string): Promise<void> {
  await lockAccount(sql, actor.accountId);
  await lockUser(sql, actor.id);
  if (!(await deletePasskey(sql, { id, userId: actor.id }))) throw new Rejection('NOT_FOUND');
  const { appSince, hasPasskey } = await readFactors(sql, actor.id);
  if (appSince === null && !hasPasskey) await saveRecoveryHashes(sql, actor.id, []);
  await tellOfOwnChange(sql, actor, { is: 'factors', change: 'PASSKEY_REMOVED' });
  await recordOwnChange(sql, actor, { passkeyRemoved: true });
}

import {
  deleteApp,
  hasPasskey,
  holdFactors,
  saveRecoveryHashes,
} from '../../identity/factors/factor-repository.ts';
import { tellOfOwnChange } from '../../identity/mails/tell-of-own-change.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import { recordOwnChange } from '../../platform/changes/changes.ts';
import { lockAccount, lockUser } from '../../platform/database/account-lock.ts';
import type { Sql } from '../../platform/database/database.ts';

/** Removes the app. The recovery codes go with the last factor. Rejects with NOT_FOUND when there is no app. */
export async function removeApp(sql: Sql, actor: UserActor): Promise<void> {
  await lockAccount(sql, actor.accountId);
  await lockUser(sql, actor.id);
  if (!(await holdFactors(sql, actor.id))?.hasApp) throw new Rejection('NOT_FOUND');
  await deleteApp(sql, actor.id);
  if (!(await hasPasskey(sql, actor.id))) await saveRecoveryHashes(sql, actor.id, []);
  await tellOfOwnChange(sql, actor, { is: 'factors', change: 'APP_REMOVED' });
  await recordOwnChange(sql, actor, { appRemoved: true });
}

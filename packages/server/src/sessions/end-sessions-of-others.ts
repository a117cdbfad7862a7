import { endSessionsOfAccount } from '../identity/session-ends.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import { lockAccount } from '../platform/database/account-lock.ts';
import type { Sql } from '../platform/database/database.ts';

/** Logs out everybody in the company but the actor, on all nodes at once: each call reads its session. Source: IDN-40. */
export async function endSessionsOfOthers(sql: Sql, actor: UserActor): Promise<void> {
  const { accountId: id, companyName: name } = actor;
  await lockAccount(sql, id);
  await endSessionsOfAccount(sql, actor);
  await recordAccountChange(sql, actor, {
    action: 'EDITED',
    type: 'account',
    ...{ id, name, after: { everybodyLoggedOut: true } },
  });
}

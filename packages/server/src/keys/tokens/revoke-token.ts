import { findActor } from '../../platform/callers/actor.ts';
import { recordAccountChange } from '../../platform/changes/changes.ts';
import { lockAccount } from '../../platform/database/account-lock.ts';
import type { Sql } from '../../platform/database/database.ts';
import { deleteTokens } from './token-repository.ts';

/** Ends a personal token by itself, as logging out ends a session; one that opens nothing is no error. Source: IDN-56. */
export async function revokeToken(sql: Sql, bearer: string): Promise<void> {
  const actor = await findActor(sql, bearer);
  if (actor?.kind !== 'user' || actor.token === undefined) return;
  const { id, name, scopes } = actor.token;
  await lockAccount(sql, actor.accountId);
  const ended = await deleteTokens(sql, { userId: actor.id }, id);
  if (ended.length === 0) return;
  const before = { name, scopes };
  await recordAccountChange(sql, actor, { action: 'DELETED', type: 'token', id, name, before });
}

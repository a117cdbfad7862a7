import { orNotFound } from '../platform/base/or-not-found.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import { deleteAccountKeyRow } from './account-key-repository.ts';

interface Delete {
  readonly sql: Sql;
  readonly actor: UserActor;
}

export async function deleteAccountKey({ sql, actor }: Delete, id: string): Promise<void> {
  const mask = orNotFound(await deleteAccountKeyRow(sql, actor.accountId, id));
  await recordAccountChange(sql, actor, {
    action: 'DELETED',
    type: 'accountKey',
    id,
    name: mask,
    before: { key: mask },
  });
}

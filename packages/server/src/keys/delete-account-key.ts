import type { UserActor } from '../platform/actor.ts';
import { recordAccountChange } from '../platform/changes.ts';
import type { Sql } from '../platform/database.ts';
import { found } from '../platform/found.ts';
import { deleteAccountKeyRow } from './account-key-repository.ts';

interface Delete {
  readonly sql: Sql;
  readonly actor: UserActor;
}

export async function deleteAccountKey({ sql, actor }: Delete, id: string): Promise<void> {
  const mask = found(await deleteAccountKeyRow(sql, actor.accountId, id));
  await recordAccountChange(sql, actor, {
    action: 'DELETED',
    type: 'accountKey',
    id,
    name: mask,
    before: { key: mask },
  });
}

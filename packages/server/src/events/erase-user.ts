import { UID_MAX_BYTES } from '@comporta/contract/events/event';
import { Rejection } from '../platform/base/rejection.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';

/** Deletes what events tell of a user, wherever they are kept; answers how many records that were. */
export type Erase = (sql: Sql, environmentId: string, uid: string) => Promise<number>;

/**
 * The audit log is told that somebody was erased, and not who, in the transaction that erases: neither is
 * there without the other. Source: RES-34.
 */
export async function eraseUser(
  { sql, actor, application, environment, body }: Write<'environment', { readonly uid: string }>,
  erase: Erase,
): Promise<{ readonly count: number }> {
  const { uid } = body;
  const bytes = Buffer.byteLength(uid);
  if (bytes < 1 || bytes > UID_MAX_BYTES) throw new Rejection('INVALID_BODY', { field: 'uid' });
  const count = await erase(sql, environment.id, uid);
  await recordChange(
    { sql, actor, application },
    {
      action: 'EDITED',
      type: 'environment',
      id: environment.id,
      name: environment.name,
      environment,
      after: { erasedUser: true },
    },
  );
  return { count };
}

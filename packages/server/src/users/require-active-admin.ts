import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { countActiveAdmins } from './user-repository.ts';

/** Rejects with LAST_ADMIN. Call it after the change, with the account locked: the rejection rolls the change back. */
export async function requireActiveAdmin(sql: Sql, accountId: string): Promise<void> {
  if ((await countActiveAdmins(sql, accountId)) === 0) throw new Rejection('LAST_ADMIN');
}

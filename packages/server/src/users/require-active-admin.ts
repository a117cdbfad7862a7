import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { countActiveAdmins } from './user-repository.ts';

/** To be asked after the change, with the account held: refusing takes the change back. */
export async function requireActiveAdmin(sql: Sql, accountId: string): Promise<void> {
  if ((await countActiveAdmins(sql, accountId)) === 0) throw new Rejection('LAST_ADMIN');
}

import type { ResetSignIn } from '@comporta/contract/identity/reset-sign-in-api';
import { takeSignInAway } from '../identity/factors/reset-sign-in.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import { lockAccount } from '../platform/database/account-lock.ts';
import type { Sql } from '../platform/database/database.ts';
import { findUserByEmail } from './user-by-email-repository.ts';

/** Resets how a user logs in, on the machine of the service. Returns false when nobody has the e-mail. Source: IDN-36. */
export async function resetSignInOf(
  sql: Sql,
  email: string,
  chosen: ResetSignIn,
): Promise<boolean> {
  const user = await findUserByEmail(sql, email);
  if (user === undefined) return false;
  const { id, name, accountId } = user;
  await lockAccount(sql, accountId);
  await takeSignInAway(sql, user, { chosen });
  await recordAccountChange(
    sql,
    { kind: 'system', accountId },
    { action: 'EDITED', type: 'user', id, name, after: { signInReset: true } },
  );
  return true;
}

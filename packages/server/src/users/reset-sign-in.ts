import {
  resetSignIn as endpoint,
  type ResetSignIn,
} from '@comporta/contract/identity/reset-sign-in-api';
import { takeSignInAway } from '../identity/factors/reset-sign-in.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { lockAccountFor } from '../platform/callers/authenticate.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { findUser } from './user-repository.ts';

/** For a colleague who lost a phone, or whose session somebody else has. Rejects with SELF_RESET_FORBIDDEN. */
export async function resetSignIn(
  { sql, actor, body }: Write<'account', ResetSignIn>,
  id: string,
): Promise<void> {
  if (id === actor.id) throw new Rejection('SELF_RESET_FORBIDDEN');
  await lockAccountFor(sql, actor, endpoint);
  const user = orNotFound(await findUser(sql, actor.accountId, id));
  if (!(await takeSignInAway(sql, user, { chosen: body, by: actor.name }))) return;
  await recordAccountChange(sql, actor, {
    action: 'EDITED',
    type: 'user',
    id,
    name: user.name,
    after: { signInReset: true },
  });
}

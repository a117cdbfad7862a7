import { requiresFactor } from '@comporta/contract/identity/next-step';
import type { Security } from '@comporta/contract/identity/security';
import { readFactors } from '../../identity/factors/factor-repository.ts';
import type { Sealing } from '../../identity/sealing.ts';
import { orNotFound } from '../../platform/base/or-not-found.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import {
  isEnforcedFor,
  readSignInPolicy,
} from '../../platform/callers/sign-in-policy-repository.ts';
import type { Sql } from '../../platform/database/database.ts';
import { findCredentialById } from '../credential-repository.ts';

/** How a user logs in, for the user alone. */
export async function readSecurity(
  sql: Sql,
  { id, accountId }: UserActor,
  sealing: Sealing,
): Promise<Security> {
  const user = orNotFound(await findCredentialById(sql, id));
  const { appSince, recoveryCodes, hasPasskey } = await readFactors(sql, id);
  const policy = await readSignInPolicy(sql, accountId);
  const onlySignOn = isEnforcedFor(policy, id);
  const isRequired = requiresFactor(policy, user.admin);
  const isMissing = isRequired && appSince === null && !hasPasskey;
  return {
    password: user.passwordHash !== null && !onlySignOn,
    passwordMinChars: policy.passwordMinChars,
    app: appSince && { since: appSince.toISOString() },
    passkey: hasPasskey,
    onlySignOn,
    recoveryCodes,
    factorDueAt: (isMissing && user.factorDueAt?.toISOString()) || null,
    canSetUpApp: await sealing.isPossible(),
  };
}

import type { Passkeys } from '../../identity/passkeys/passkeys.ts';
import { checkPasskey, claimedOwner, usePasskey } from '../../identity/passkeys/use-passkey.ts';
import type { Rejection } from '../../platform/base/rejection.ts';
import { type Credential, findCredentialById, holdCredential } from '../credential-repository.ts';
import type { FailedSignIns } from '../sign-in-log/failed-sign-ins.ts';
import type { StepAnswers } from './answer-step.ts';
import { failedLogIn } from './failed-log-in.ts';
import type { Grant, TokenCall } from './grant.ts';

const method = 'PASSKEY';

/** A passkey, which is both factors. Rejects with WRONG_PASSKEY. Source: IDN-33. */
export function passkeyGrant(passkeys: Passkeys, failed: Pick<FailedSignIns, 'note'>): Grant {
  return async (call) => {
    const checked = await checkPasskey(call.sql, passkeys, call.body.passkey);
    if (checked === undefined) {
      const owner = await claimedOwner(call.sql, call.body.passkey);
      throw refusal(
        call,
        owner === undefined ? undefined : await findCredentialById(call.sql, owner),
      );
    }
    return async (sql) => {
      const credential = await holdCredential(sql, checked.userId);
      if (!credential?.active) return refusal(call, credential);
      const isRefused = (await usePasskey(sql, checked, credential)) !== undefined;
      return isRefused ? refusal(call, credential) : { credential, method, strength: 2 };
    };
  };

  function refusal(call: TokenCall, credential: Credential | undefined): Rejection {
    const rejection = failedLogIn(call, credential, 'WRONG_PASSKEY');
    if (credential !== undefined) {
      failed.note({ user: { id: credential.id }, method, outcome: rejection.code }, call);
    }
    return rejection;
  }
}

/** The same as the second step after a password or a sign-on. Returns the refusal. */
export function answerByPasskey(passkeys: Passkeys): NonNullable<StepAnswers['passkey']> {
  return async ({ sql, body }, user) =>
    usePasskey(sql, await checkPasskey(sql, passkeys, body.passkey), user);
}

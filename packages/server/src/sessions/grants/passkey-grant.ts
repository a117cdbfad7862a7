import { Rejection } from '../../platform/base/rejection.ts';
import type { Passkeys } from '../../platform/identity/passkeys/passkeys.ts';
import { checkPasskey, usePasskey } from '../../platform/identity/passkeys/use-passkey.ts';
import { holdCredential } from '../credential-repository.ts';
import type { StepAnswers } from './answer-step.ts';
import { failedLogIn } from './failed-log-in.ts';
import type { Grant } from './grant.ts';

/** A passkey, which is both factors. Rejects with WRONG_PASSKEY. Source: IDN-33. */
export function passkeyGrant(passkeys: Passkeys): Grant {
  return async (call) => {
    const checked = await checkPasskey(call.sql, passkeys, call.body.passkey);
    if (checked === undefined) throw failedLogIn(call, undefined, 'WRONG_PASSKEY');
    return async (sql) => {
      const credential = await holdCredential(sql, checked.userId);
      if (!credential?.active) return new Rejection('WRONG_PASSKEY');
      const refusal = await usePasskey(sql, checked, credential);
      if (refusal === undefined) return { credential, method: 'PASSKEY', strength: 2 };
      failedLogIn(call, credential, 'WRONG_PASSKEY');
      return refusal;
    };
  };
}

/** The same as the second step after a password or a sign-on. Returns the refusal. */
export function answerByPasskey(passkeys: Passkeys): NonNullable<StepAnswers['passkey']> {
  return async ({ sql, body }, user) =>
    usePasskey(sql, await checkPasskey(sql, passkeys, body.passkey), user);
}

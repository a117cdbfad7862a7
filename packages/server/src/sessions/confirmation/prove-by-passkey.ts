import type { Passkeys } from '../../identity/passkeys/passkeys.ts';
import { checkPasskey, usePasskey } from '../../identity/passkeys/use-passkey.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Proof } from './confirm.ts';

/** A passkey of the owner confirms. */
export function proveByPasskey(passkeys: Passkeys): Proof {
  return async ({ sql, actor, body }) => {
    const checked = await checkPasskey(sql, passkeys, body.passkey);
    const refusal = await usePasskey(sql, checked, actor);
    return refusal && new Rejection('WRONG_CONFIRMATION', { at: ['passkey'] });
  };
}

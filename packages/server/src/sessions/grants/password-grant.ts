import { isEmail, normalizeEmail } from '@comporta/contract/email';
import { verifyPassword } from '../../identity/passwords.ts';
import { networkOf } from '../../platform/base/network.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { type Credential, findCredentialByEmail, keepPassword } from '../credential-repository.ts';
import type { FailedSignIns } from '../sign-in-log/failed-sign-ins.ts';
import { failedLogIn } from './failed-log-in.ts';
import type { Grant, TokenCall } from './grant.ts';
import { type Admitted, createPasswordGate } from './password-gate.ts';

const method = 'PASSWORD';

/**
 * E-mail and password. Counts every attempt, whether it succeeds or not. Rejects with RATE_LIMITED or WRONG_CREDENTIALS,
 * also when the password was changed after it was verified.
 */
export function passwordGrant(failed: FailedSignIns): Grant {
  const enter = createPasswordGate();
  return async (call) => {
    const email = normalizeEmail(call.body.username);
    const admitted = isEmail(email) ? await admit(call, email) : undefined;
    const credential = admitted && (await findCredentialByEmail(call.sql, email));
    const matches = await isPasswordOf(credential, call, admitted);
    if (!matches || !credential?.active) throw refusal(call, credential);
    return async (inside) =>
      (await keepPassword(inside, credential))
        ? { credential, method, strength: 1 }
        : refusal(call, credential);
  };

  async function admit(call: TokenCall, email: string): Promise<Admitted> {
    try {
      return await enter(call, email);
    } catch (error) {
      if (error instanceof Rejection && error.code === 'RATE_LIMITED') {
        failed.note({ user: { email }, method, outcome: error.code }, call);
      }
      throw error;
    }
  }

  function refusal(call: TokenCall, credential: Credential | undefined) {
    const rejection = failedLogIn(call, credential);
    if (credential !== undefined) {
      failed.note({ user: { id: credential.id }, method, outcome: rejection.code }, call);
    }
    return rejection;
  }
}

async function isPasswordOf(
  credential: Credential | undefined,
  { address, body }: TokenCall,
  admitted: Admitted | undefined,
): Promise<boolean> {
  const client = { network: networkOf(address), isKnown: admitted?.isKnown ?? false };
  try {
    const matches = await verifyPassword(credential?.passwordHash, body.password, client);
    if (matches) admitted?.wasNotWrong();
    return matches;
  } catch (error) {
    admitted?.wasNotWrong(); // There was no place in the queue.
    throw error;
  }
}

import { isEmail, normalizeEmail } from '@comporta/contract/email';
import { networkOf } from '../../platform/base/network.ts';
import { createRateLimit } from '../../platform/base/rate-limit.ts';
import { verifyPassword } from '../../platform/identity/passwords.ts';
import { findCredentialByEmail, keepPassword } from '../credential-repository.ts';
import { failedLogIn } from './failed-log-in.ts';
import type { Grant } from './grant.ts';

const PER_EMAIL_AND_ADDRESS = 10;
/** Counts all IP addresses together. Source: T07. */
const PER_EMAIL_AND_HOUR = 50;
const HOUR_MS = 60 * 60_000;

/**
 * E-mail and password. Counts every attempt, whether it succeeds or not. Rejects with RATE_LIMITED or WRONG_CREDENTIALS,
 * also when the password was changed after it was verified.
 */
export function passwordGrant(): Grant {
  const takePerEmail = createRateLimit(PER_EMAIL_AND_ADDRESS);
  const takePerHour = createRateLimit(PER_EMAIL_AND_HOUR, HOUR_MS);
  return async (call) => {
    const { sql, address, body } = call;
    const network = networkOf(address);
    const email = normalizeEmail(body.username);
    const credential = isEmail(email) ? await findCredentialOf(email) : undefined;
    const matches = await verifyPassword(credential?.passwordHash, body.password, {
      network,
      isKnown: false,
    });
    if (!matches || !credential?.active) throw failedLogIn(call, credential);
    return async (inside) =>
      (await keepPassword(inside, credential))
        ? { credential, method: 'PASSWORD', strength: 1 }
        : failedLogIn(call, credential);

    function findCredentialOf(email: string) {
      takePerEmail(`${email} ${network}`);
      takePerHour(email);
      return findCredentialByEmail(sql, email);
    }
  };
}

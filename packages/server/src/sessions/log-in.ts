import { isEmail, normalizeEmail } from '@comporta/contract/email';
import type { Session } from '@comporta/contract/sessions/session';
import type { Log } from '../platform/base/log.ts';
import { networkOf } from '../platform/base/network.ts';
import { createRateLimit } from '../platform/base/rate-limit.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { hashSecret, newSecret } from '../platform/base/secrets.ts';
import type { Sql } from '../platform/database/database.ts';
import { verifyPassword } from '../platform/identity/passwords.ts';
import { type Credential, findCredentialByEmail, noteLogIn } from './credential-repository.ts';
import { insertSession } from './session-repository.ts';

const SESSION_SECONDS = 8 * 60 * 60;
const PER_ADDRESS = 100;
const PER_EMAIL_AND_ADDRESS = 10;
/** Counts all IP addresses together. Source: T07. */
const PER_EMAIL_AND_HOUR = 50;
const HOUR_MS = 60 * 60_000;

interface LogIn {
  readonly sql: Sql;
  readonly address: string;
  readonly log: Log;
  readonly body: {
    readonly grant_type: string;
    readonly username: string;
    readonly password: string;
  };
}

/**
 * Returns the credential that an e-mail and a password belong to. Counts every attempt, whether it succeeds or not.
 * Rejects with UNSUPPORTED_GRANT_TYPE, RATE_LIMITED or WRONG_CREDENTIALS.
 */
export function createPasswordCheck(): (call: LogIn) => Promise<Credential> {
  const takePerAddress = createRateLimit(PER_ADDRESS);
  const takePerEmail = createRateLimit(PER_EMAIL_AND_ADDRESS);
  const takePerHour = createRateLimit(PER_EMAIL_AND_HOUR, HOUR_MS);

  return async (call) => {
    const { sql, address, body } = call;
    if (body.grant_type !== 'password') throw new Rejection('UNSUPPORTED_GRANT_TYPE');
    const network = networkOf(address);
    takePerAddress(network);
    const email = normalizeEmail(body.username);
    const credential = isEmail(email) ? await findCredentialOf(email) : undefined;
    const matches = await verifyPassword(credential?.passwordHash, body.password, network);
    if (!matches || !credential?.active) throw failedLogIn(call, credential);
    return credential;

    function findCredentialOf(email: string): Promise<Credential | undefined> {
      takePerEmail(`${email} ${network}`);
      takePerHour(email);
      return findCredentialByEmail(sql, email);
    }
  };
}

/** Opens a session. Rejects with WRONG_CREDENTIALS when the password was changed after it was verified. */
export async function openSession(
  call: Pick<LogIn, 'sql' | 'address' | 'log'>,
  credential: Credential,
): Promise<Session> {
  if (!(await noteLogIn(call.sql, credential))) throw failedLogIn(call, credential);
  const token = newSecret();
  await insertSession(call.sql, {
    tokenHash: hashSecret(token),
    userId: credential.id,
    expiresAt: new Date(Date.now() + SESSION_SECONDS * 1000),
  });
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: SESSION_SECONDS,
    language: credential.language,
    name: credential.name,
    company_name: credential.companyName,
    is_admin: credential.admin,
    plan: credential.plan,
    user_name: credential.email,
  };
}

/**
 * Logs the user, if there is one, and the IP address. Never logs the e-mail: users sometimes type their password into
 * that field, and a hash of either could be reversed by guessing.
 */
function failedLogIn(
  { address, log }: Pick<LogIn, 'address' | 'log'>,
  credential: Credential | undefined,
): Rejection {
  const errorCode = 'WRONG_CREDENTIALS';
  log.info(
    { errorCode, address, accountId: credential?.accountId, userId: credential?.id },
    'login failed',
  );
  return new Rejection(errorCode);
}

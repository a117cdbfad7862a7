import type { ErrorCode } from '@comporta/contract/errors';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Credential } from '../credential-repository.ts';
import type { TokenCall } from './grant.ts';

/**
 * Logs the user, if there is one, and the IP address. Never logs the e-mail: users sometimes type their password into
 * that field, and a hash of either could be reversed by guessing.
 */
export function failedLogIn(
  { address, log }: Pick<TokenCall, 'address' | 'log'>,
  credential: Credential | undefined,
  errorCode: ErrorCode = 'WRONG_CREDENTIALS',
): Rejection {
  log.info(
    { errorCode, address, accountId: credential?.accountId, userId: credential?.id },
    'login failed',
  );
  return new Rejection(errorCode);
}

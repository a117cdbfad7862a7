import { CONSOLE_CLIENT } from '@comporta/contract/sessions/session';
import { Rejection } from '../base/rejection.ts';

const { id, secret } = CONSOLE_CLIENT;
const EXPECTED = Buffer.from(`${id}:${secret}`).toString('base64');

/**
 * Rejects with UNAUTHORIZED when the client is not the console. A plain comparison is safe because the credential is
 * public. The response has no WWW-Authenticate, because a browser would show a login dialog.
 */
export function requireConsoleClient(authorization: string | undefined): void {
  const credential = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1];
  if (credential !== EXPECTED) throw new Rejection('UNAUTHORIZED');
}

import { CONSOLE_CLIENT } from '@comporta/contract/sessions/session';
import { Rejection } from '../base/rejection.ts';

const { id, secret } = CONSOLE_CLIENT;
const EXPECTED = Buffer.from(`${id}:${secret}`).toString('base64');

/**
 * Refuses a client that is not the console. Compared plainly, because the credential is public. No
 * WWW-Authenticate is answered: a browser would ask its user for a name and a password.
 */
export function requireConsoleClient(authorization: string | undefined): void {
  const credential = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1];
  if (credential !== EXPECTED) throw new Rejection('UNAUTHORIZED');
}

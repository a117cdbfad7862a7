import { eq } from 'drizzle-orm';
import { hashSecret } from '../../platform/base/secrets.ts';
import { sessions } from '../../tables/accounts.ts';
import { signIns } from '../../tables/identity.ts';
import type { TestServer } from '../test-server.ts';

/** How the session of a token was opened. */
export function readSession({ database }: TestServer, token = '') {
  return database.sql
    .select({
      method: signIns.method,
      strength: signIns.strength,
      outcome: signIns.outcome,
      providerId: signIns.providerId,
    })
    .from(sessions)
    .innerJoin(signIns, eq(signIns.id, sessions.signInId))
    .where(eq(sessions.tokenHash, hashSecret(token)));
}

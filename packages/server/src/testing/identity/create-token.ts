import { SCOPES } from '@comporta/contract/endpoint';
import type { TokenLimits } from '@comporta/contract/identity/may-call';
import { maskOf, newKey } from '../../identity/keys/key-format.ts';
import { newId } from '../../platform/base/ids.ts';
import { hashSecret } from '../../platform/base/secrets.ts';
import { PERSONAL_TOKEN_PREFIX, SERVICE_KEY_PREFIX } from '../../platform/callers/token-actor.ts';
import { tokens } from '../../tables/identity.ts';
import type { TestServer } from '../test-server.ts';

interface NewToken extends Partial<TokenLimits> {
  /** Null for a service key. */
  readonly userId: string | null;
}

/** A token of somebody, by default with every scope and for everything. */
export async function createToken(
  { database: { sql } }: Pick<TestServer, 'database'>,
  accountId: string,
  { userId, scopes = SCOPES, apps = null, envs = null }: NewToken,
): Promise<{ readonly id: string; readonly key: string }> {
  const id = newId();
  const key = newKey(userId === null ? SERVICE_KEY_PREFIX : PERSONAL_TOKEN_PREFIX);
  await sql.insert(tokens).values({
    id,
    tokenHash: hashSecret(key),
    mask: maskOf(key),
    name: 'CI',
    accountId,
    userId,
    createdBy: 'Ana',
    scopes,
    applications: apps,
    environments: envs,
  });
  return { id, key };
}

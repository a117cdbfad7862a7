import { checkKeyRequest } from '@comporta/contract/keys/key-request';
import { eq } from 'drizzle-orm';
import { users } from '../tables/accounts.ts';
import type { UserActor } from './actor.ts';
import { accept } from './checked.ts';
import type { Sql } from './database.ts';
import { verifyPassword } from './passwords.ts';
import { Rejection } from './rejection.ts';

/**
 * Refuses, with MANDATORY_PASSWORD or WRONG_PASSWORD, unless this is the actor's own password. Takes
 * some 40 ms or more: to be asked before a transaction is opened.
 */
export async function requirePassword(
  sql: Sql,
  actor: Pick<UserActor, 'id'>,
  password: string,
): Promise<void> {
  accept(checkKeyRequest({ password }));
  const [user] = await sql
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, actor.id));
  if (!(await verifyPassword(user?.passwordHash, password))) throw new Rejection('WRONG_PASSWORD');
}

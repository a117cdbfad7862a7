import { checkKeyRequest } from '@comporta/contract/keys/key-request';
import { eq } from 'drizzle-orm';
import { createRateLimit } from '../platform/base/rate-limit.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import { confirmationRequired } from '../platform/callers/confirmation/require-confirmed.ts';
import { isEnforcedFor, readSignInPolicy } from '../platform/callers/sign-in-policy-repository.ts';
import type { Sql } from '../platform/database/database.ts';
import { users } from '../tables/accounts.ts';
import { verifyPassword } from './passwords.ts';

/** Per minute. Somebody with a stolen session must not be able to guess the password. */
const TRIES_PER_USER = 30;
const takeTry = createRateLimit(TRIES_PER_USER);

interface Confirmation {
  readonly password: string;
  /** The name of the password's field in the request body. */
  readonly field: string;
}

/**
 * Rejects with MANDATORY_PASSWORD, WRONG_PASSWORD or RATE_LIMITED, unless this is the actor's own
 * password. Takes about 40 ms or more, so call it before a transaction is opened.
 */
export async function requirePassword(
  sql: Sql,
  actor: Pick<UserActor, 'id'>,
  { password, field }: Confirmation,
): Promise<void> {
  valueOrReject(checkKeyRequest({ password }));
  takeTry(actor.id);
  const hash = await findPasswordHash(sql, actor.id);
  if (!(await verifyPassword(hash, password)))
    throw new Rejection('WRONG_PASSWORD', { at: [field] });
}

/**
 * Whether a call that needs a password is accepted without one: where its owner has confirmed in this session that it is
 * them. Rejects with CONFIRMATION_REQUIRED for who has no password, or none that their company lets them use. Source: IDN-03.
 */
export async function mayOmitPassword(sql: Sql, actor: UserActor): Promise<boolean> {
  if (actor.session !== undefined && isConfirmedSince(actor.session)) return true;
  if ((await findPasswordHash(sql, actor.id)) !== null) {
    const policy = await readSignInPolicy(sql, actor.accountId);
    if (!isEnforcedFor(policy, actor.id)) return false;
  }
  throw await confirmationRequired(sql, actor);
}

/** A second step that opened the session confirms other calls only. Source: IDN-37. */
function isConfirmedSince({
  isConfirmed,
  confirmedAt,
  createdAt,
}: NonNullable<UserActor['session']>): boolean {
  return isConfirmed && confirmedAt?.getTime() !== createdAt.getTime();
}

async function findPasswordHash(sql: Sql, userId: string): Promise<string | null | undefined> {
  const [user] = await sql
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  return user?.passwordHash;
}

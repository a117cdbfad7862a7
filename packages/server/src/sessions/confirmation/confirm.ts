import {
  type ConfirmationDraft,
  type ConfirmationMethod,
  methodOfConfirmation,
} from '@comporta/contract/identity/confirmation';
import { requirePassword } from '../../identity/require-password.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import { confirmationMethods } from '../../platform/callers/confirmation/confirmation-methods.ts';
import type { Sql } from '../../platform/database/database.ts';
import { noteConfirmation } from './confirmation-repository.ts';

interface Confirming {
  readonly sql: Sql;
  readonly actor: UserActor;
  readonly cookie: string | undefined;
  readonly body: ConfirmationDraft;
}

/**
 * Uses up what somebody proves with that they own the session, in a transaction. Returns the refusal where what it wrote
 * must stay, such as a counted wrong code.
 */
export type Proof = (call: Confirming) => Promise<Rejection | undefined>;

/** Those that are proved in a transaction. A password is checked before it, because that takes long. */
export type Proofs = Readonly<Partial<Record<Exclude<ConfirmationMethod, 'PASSWORD'>, Proof>>>;

/** Notes in the session that its owner is there. Rejects with WRONG_CONFIRMATION, CODES_PAUSED, ENCRYPTION_KEY_MISSING or RATE_LIMITED. */
export async function confirm(call: Confirming, proofs: Proofs): Promise<void> {
  const { sql, actor, body } = call;
  const method = methodOfConfirmation(body);
  const methods = await confirmationMethods(sql, actor);
  if (method === undefined || !methods.includes(method)) {
    throw new Rejection('WRONG_CONFIRMATION', { methods });
  }
  if (method === 'PASSWORD') await requireOwnPassword(call);
  const proof = method === 'PASSWORD' ? undefined : proofs[method];
  const refusal = await sql.transaction(async (inside) => {
    const refused = await proof?.({ ...call, sql: inside });
    if (refused === undefined) await noteConfirmation(inside, actor);
    return refused;
  });
  if (refusal !== undefined) throw refusal;
}

async function requireOwnPassword({ sql, actor, body: { password } }: Confirming): Promise<void> {
  try {
    await requirePassword(sql, actor, { password, field: 'password' });
  } catch (error) {
    const isWrong = error instanceof Rejection && error.code === 'WRONG_PASSWORD';
    throw isWrong ? new Rejection('WRONG_CONFIRMATION', { at: ['password'] }) : error;
  }
}

import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import { queueMail } from '../../platform/mail/mail-queue.ts';
import { noteUsed } from '../challenges.ts';
import { claimOf } from './passkey-answer.ts';
import { findPasskey, notePasskeyUse } from './passkey-repository.ts';
import type { Passkeys, Used } from './passkeys.ts';

/** Longer than a challenge is good, so that none is forgotten before. */
const USED_SECONDS = 10 * 60;

export interface CheckedPasskey extends Used {
  readonly id: string;
  readonly userId: string;
}

/** Whose passkey has answered a challenge of ours; undefined when none has. Takes a while, so call it before a transaction. */
export async function checkPasskey(
  sql: Sql,
  passkeys: Passkeys,
  answer: string,
): Promise<CheckedPasskey | undefined> {
  const claim = claimOf(answer);
  const stored = claim && (await findPasskey(sql, claim.id));
  // The authenticator says for whom it made the key, unless it was asked for this key only.
  if (stored === undefined || (claim?.handle !== '' && claim?.handle !== stored.handle))
    return undefined;
  const publicKey = new Uint8Array(stored.publicKey);
  const used = await passkeys.check(sql, { id: stored.id, publicKey }, answer);
  return used && { ...used, id: stored.id, userId: stored.userId };
}

/** Whose passkey an answer claims to be of, whether it is or not; undefined when nobody has one of this id. */
export async function claimedOwner(sql: Sql, answer: string): Promise<string | undefined> {
  const claim = claimOf(answer);
  return claim && (await findPasskey(sql, claim.id))?.userId;
}

/**
 * Uses up the answer of a passkey in the transaction that acts on it. Undefined when it is good; else the refusal, which the
 * caller returns so that the mail about it stays. Source: IDN-33.
 */
export async function usePasskey(
  sql: Sql,
  checked: CheckedPasskey | undefined,
  user: { readonly id: string; readonly email: string },
): Promise<Rejection | undefined> {
  if (checked === undefined || checked.userId !== user.id) return new Rejection('WRONG_PASSKEY');
  const { challenge: secret, id, counter } = checked;
  if (!(await noteUsed(sql, { secret, userId: user.id, seconds: USED_SECONDS }))) {
    return new Rejection('WRONG_PASSKEY');
  }
  if (await notePasskeyUse(sql, id, counter)) return undefined;
  // Removed meanwhile, or its counter went back.
  if ((await findPasskey(sql, id)) !== undefined) {
    await queueMail(sql, user, {
      kind: 'security',
      what: { is: 'factors', change: 'PASSKEY_REFUSED' },
    });
  }
  return new Rejection('WRONG_PASSKEY');
}

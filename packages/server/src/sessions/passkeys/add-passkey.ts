import { type NewPasskeyOptions, PASSKEYS_AT_MOST } from '@comporta/contract/identity/passkey';
import { noteUsed } from '../../identity/challenges.ts';
import { clientName } from '../../identity/client-name.ts';
import { readFactors } from '../../identity/factors/factor-repository.ts';
import { tellOfOwnChange } from '../../identity/mails/tell-of-own-change.ts';
import {
  countPasskeys,
  holdHandle,
  insertPasskey,
  listPasskeysOf,
} from '../../identity/passkeys/passkey-repository.ts';
import type { NewPublicKey, Passkeys, Used } from '../../identity/passkeys/passkeys.ts';
import { endOtherSessions } from '../../identity/session-ends.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import { recordOwnChange } from '../../platform/changes/changes.ts';
import { lockAccount, lockUser } from '../../platform/database/account-lock.ts';
import type { Sql } from '../../platform/database/database.ts';

/** Longer than a challenge is good, so that none is forgotten before. */
const USED_SECONDS = 10 * 60;
/** The name of one that is made by a client which does not say what it is. */
const UNNAMED = 'Passkey';

/** What a browser makes a passkey with. Rejects with MAX_PASSKEYS_REACHED and those of `newOptions`. */
export async function beginPasskey(
  sql: Sql,
  actor: UserActor,
  passkeys: Passkeys,
): Promise<NewPasskeyOptions> {
  await requireRoom(sql, actor);
  const ids = (await listPasskeysOf(sql, actor.id)).map(({ id }) => id);
  return passkeys.newOptions(sql, actor, { handle: await holdHandle(sql, actor.id), ids });
}

/**
 * Adds a passkey that was checked. The first factor ends the sessions that were opened without one. Rejects with
 * WRONG_PASSKEY or MAX_PASSKEYS_REACHED. Source: IDN-31, IDN-33.
 */
export async function addPasskey(
  { sql, actor, userAgent }: { sql: Sql; actor: UserActor; userAgent: string },
  { host, ...made }: NewPublicKey & Used & Pick<Passkeys, 'host'>,
) {
  await lockAccount(sql, actor.accountId);
  await lockUser(sql, actor.id);
  const used = { secret: made.challenge, userId: actor.id, seconds: USED_SECONDS };
  if (!(await noteUsed(sql, used))) throw new Rejection('WRONG_PASSKEY');
  await requireRoom(sql, actor);
  const { appSince, hasPasskey } = await readFactors(sql, actor.id);
  const stored = await insertPasskey(sql, {
    id: made.id,
    userId: actor.id,
    host,
    name: clientName(userAgent) || UNNAMED,
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: made.transports,
  });
  if (stored === undefined) throw new Rejection('WRONG_PASSKEY');
  if (appSince === null && !hasPasskey) await endOtherSessions(sql, actor);
  await tellOfOwnChange(sql, actor, { is: 'factors', change: 'PASSKEY_ADDED' });
  await recordOwnChange(sql, actor, { passkeyAdded: true });
  return stored;
}

async function requireRoom(sql: Sql, { id }: UserActor): Promise<void> {
  if ((await countPasskeys(sql, id)) >= PASSKEYS_AT_MOST) {
    throw new Rejection('MAX_PASSKEYS_REACHED', { max: PASSKEYS_AT_MOST });
  }
}

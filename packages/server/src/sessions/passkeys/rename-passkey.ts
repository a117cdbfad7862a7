import { checkPasskeyName } from '@comporta/contract/identity/passkey';
import { findPasskeyOf, savePasskeyName } from '../../identity/passkeys/passkey-repository.ts';
import { orNotFound } from '../../platform/base/or-not-found.ts';
import { valueOrReject } from '../../platform/base/value-or-reject.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import { recordOwnChange } from '../../platform/changes/changes.ts';
import { lockAccount } from '../../platform/database/account-lock.ts';
import type { Sql } from '../../platform/database/database.ts';

interface Rename {
  readonly sql: Sql;
  readonly actor: UserActor;
  readonly params: { readonly id: string };
  readonly body: { readonly name: string };
}

/** Gives a passkey the name by which its owner knows it. Rejects with NOT_FOUND. */
export async function renamePasskey({ sql, actor, params, body }: Rename) {
  await lockAccount(sql, actor.accountId);
  const which = { id: params.id, userId: actor.id };
  const stored = orNotFound(await findPasskeyOf(sql, which));
  const { name } = valueOrReject(checkPasskeyName(body));
  if (stored.name === name) return stored;
  const renamed = orNotFound(await savePasskeyName(sql, which, name));
  await recordOwnChange(sql, actor, { passkeyRenamed: true });
  return renamed;
}

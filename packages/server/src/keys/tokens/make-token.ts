import type { Scope } from '@comporta/contract/endpoint';
import {
  type AskedToken,
  checkToken,
  type NewToken,
  type TokenValue,
} from '@comporta/contract/keys/token';
import { createServiceKey, createToken } from '@comporta/contract/keys/token-api';
import { maskOf, newKey } from '../../identity/keys/key-format.ts';
import { tellOfOwnChange } from '../../identity/mails/tell-of-own-change.ts';
import { newId } from '../../platform/base/ids.ts';
import { hashSecret } from '../../platform/base/secrets.ts';
import { valueOrReject } from '../../platform/base/value-or-reject.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import { lockAccountFor } from '../../platform/callers/authenticate.ts';
import { readSignInPolicy } from '../../platform/callers/sign-in-policy-repository.ts';
import { PERSONAL_TOKEN_PREFIX, SERVICE_KEY_PREFIX } from '../../platform/callers/token-actor.ts';
import { recordAccountChange } from '../../platform/changes/changes.ts';
import type { Plans } from '../../platform/config/plans.ts';
import { lockAccount } from '../../platform/database/account-lock.ts';
import type { Sql } from '../../platform/database/database.ts';
import { enforcePlanLimit } from '../../platform/limits/enforce-plan-limit.ts';
import { MAX_ACCOUNT_KEYS } from '../account-key-repository.ts';
import { insertToken, listedToken, readChosen, requireRoomForToken } from './token-repository.ts';

interface Make {
  readonly sql: Sql;
  readonly actor: UserActor;
  readonly body: AskedToken;
}

/** A token's life is at most what the company allows; that of a service key a year, or without an end. */
const SERVICE_KEY_DAYS = 365;

export async function makePersonalToken({ sql, actor, body }: Make): Promise<NewToken> {
  await lockAccountFor(sql, actor, createToken);
  return makeOwnToken({ sql, actor, body });
}

/** The token of a program that its owner has allowed, who has no session here. Source: IDN-55. */
export async function makeDeviceToken(
  sql: Sql,
  user: UserActor,
  { host, scopes }: { readonly host: string; readonly scopes: readonly Scope[] },
): Promise<NewToken> {
  await lockAccount(sql, user.accountId);
  return makeOwnToken({ sql, actor: user, body: { name: `CLI on ${host}`, scopes } });
}

async function makeOwnToken({ sql, actor, body }: Make): Promise<NewToken> {
  const { tokenMaxDays: maxDays } = await readSignInPolicy(sql, actor.accountId);
  const value = valueOrReject(checkToken(body, { maxDays, mayBeEndless: false }));
  await requireRoomForToken(sql, actor.id);
  const made = await makeToken(sql, actor, {
    value,
    prefix: PERSONAL_TOKEN_PREFIX,
    userId: actor.id,
  });
  const what = { is: 'token', token: made.name, endsAt: made.expiresAt ?? '' } as const;
  await tellOfOwnChange(sql, actor, what);
  return made;
}

export async function makeServiceKey({ sql, actor, body }: Make, plans: Plans): Promise<NewToken> {
  const ends = { maxDays: SERVICE_KEY_DAYS, mayBeEndless: true };
  const value = valueOrReject(checkToken(body, ends));
  await lockAccountFor(sql, actor, createServiceKey);
  await enforcePlanLimit(sql, actor, { plans, of: MAX_ACCOUNT_KEYS });
  return makeToken(sql, actor, { value, prefix: SERVICE_KEY_PREFIX, userId: null });
}

interface Making {
  readonly value: TokenValue;
  readonly prefix: string;
  readonly userId: string | null;
}

async function makeToken(
  sql: Sql,
  actor: UserActor,
  { value, prefix, userId }: Making,
): Promise<NewToken> {
  const { name, scopes, applications, environments, days } = value;
  const names = await readChosen(sql, actor, value);
  const key = newKey(prefix);
  const row = await insertToken(sql, {
    id: newId(),
    tokenHash: hashSecret(key),
    mask: maskOf(key),
    name,
    accountId: actor.accountId,
    userId,
    createdBy: actor.name,
    createdById: actor.id,
    scopes,
    applications,
    environments,
    days,
  });
  const token = listedToken(row);
  await recordAccountChange(sql, actor, {
    action: 'CREATED',
    type: 'token',
    id: token.id,
    name,
    after: { name, scopes, ...names, ...(token.expiresAt && { expiresAt: token.expiresAt }) },
  });
  return { ...token, key };
}

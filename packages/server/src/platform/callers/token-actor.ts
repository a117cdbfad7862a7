import { isAdminBy, type TokenLimits } from '@comporta/contract/identity/may-call';
import { and, eq, or, sql as raw, type SQL } from 'drizzle-orm';
import { accounts, users } from '../../tables/accounts.ts';
import { identities, signInPolicies, tokens } from '../../tables/identity.ts';
import { Rejection } from '../base/rejection.ts';
import type { Sql } from '../database/database.ts';
import { builtOnce } from '../database/pool/built-once.ts';

export const PERSONAL_TOKEN_PREFIX = 'cpt_pat_';
export const SERVICE_KEY_PREFIX = 'cpt_svc_';

/** The token of a call. Its actor has the rights of its owner, as of now, within these limits. Source: IDN-50. */
export interface ActorToken extends TokenLimits {
  readonly id: string;
  readonly name: string;
  /** Whether its owner is an admin; the actor is none where applications were chosen. */
  readonly ofAdmin: boolean;
  /** Whether its last use was noted a minute ago or more. */
  readonly isUseStale: boolean;
}

export function isToken(bearer: string): boolean {
  return bearer.startsWith(PERSONAL_TOKEN_PREFIX) || bearer.startsWith(SERVICE_KEY_PREFIX);
}

/** Where everybody comes in through a provider, a token sleeps while its owner does not. Source: IDN-53. */
export const IS_ASLEEP = raw<boolean>`(${tokens.userId} is not null and exists (
  select from ${signInPolicies}
  where ${signInPolicies.accountId} = ${tokens.accountId}
    and ${signInPolicies.passwordLogin} = 'EMERGENCY_ONLY'
    and not exists (
      select from ${identities}
      where ${identities.userId} = ${tokens.userId} and ${identities.lastUsedAt}
        > clock_timestamp() - make_interval(days => ${signInPolicies.tokenSleepDays}))))`;

const FOUND = {
  accountId: accounts.id,
  plan: accounts.plan,
  companyName: accounts.name,
  user: { id: users.id, name: users.name, email: users.email, language: users.language },
  ofAdmin: raw<boolean>`coalesce(${users.admin}, true)`,
  isAsleep: IS_ASLEEP,
  id: tokens.id,
  name: tokens.name,
  scopes: tokens.scopes,
  apps: tokens.applications,
  envs: tokens.environments,
  isUseStale: raw<boolean>`coalesce(${tokens.lastUsedAt} < clock_timestamp() - interval '1 minute', true)`,
};

function selectToken(sql: Sql, which: SQL | undefined) {
  return sql
    .select(FOUND)
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .leftJoin(users, eq(users.id, tokens.userId))
    .where(
      and(
        which,
        or(raw`${tokens.expiresAt} is null`, raw`${tokens.expiresAt} > clock_timestamp()`),
        or(raw`${tokens.userId} is null`, users.active),
      ),
    );
}

const findByHash = builtOnce((sql) =>
  selectToken(sql, eq(tokens.tokenHash, raw.placeholder('tokenHash'))),
);

/**
 * The actor of a personal token or service key; undefined when it does not exist or has ended, or its owner is inactive.
 * Rejects with UNAUTHORIZED while it is asleep.
 */
export async function findTokenActor(sql: Sql, which: SQL | undefined) {
  return actorOf(await selectToken(sql, which));
}

/** The same for the token of a call. */
export async function findTokenActorByHash(sql: Sql, tokenHash: string) {
  return actorOf(await findByHash(sql, { tokenHash }));
}

function actorOf([row]: Awaited<ReturnType<typeof selectToken>>) {
  if (row === undefined) return undefined;
  const { accountId, plan, companyName, user, isAsleep, ...token } = row;
  if (isAsleep) throw new Rejection('UNAUTHORIZED', { reason: 'asleep' });
  const acting = {
    accountId,
    plan,
    companyName,
    admin: isAdminBy(token, { admin: token.ofAdmin }),
    token,
  };
  return user === null
    ? ({ kind: 'key', ...acting, id: token.id, name: token.name, language: 'en' } as const)
    : ({ kind: 'user', ...acting, ...user, tokenHash: '' } as const);
}

/** Writes when a token was last used, once a minute at most. The call goes on where nothing can be written. */
export async function noteTokenUse(sql: Sql, token: ActorToken): Promise<void> {
  if (!token.isUseStale) return;
  await sql
    .update(tokens)
    .set({ lastUsedAt: raw`clock_timestamp()` })
    .where(
      and(
        eq(tokens.id, token.id),
        raw`coalesce(${tokens.lastUsedAt} < clock_timestamp() - interval '1 minute', true)`,
      ),
    )
    .catch(() => undefined);
}

import { requiresFactor } from '@comporta/contract/identity/next-step';
import type { SignInPolicy } from '@comporta/contract/identity/sign-in-policy';
import type { SessionEnds } from '@comporta/contract/sessions/browser-api';
import type { OwnSession } from '@comporta/contract/sessions/own-session-api';
import { and, desc, eq, gt, sql as raw } from 'drizzle-orm';
import { HAS_FACTOR } from '../identity/ways-in/conditions.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import { IS_OPEN } from '../platform/callers/open-sessions.ts';
import { readSignInPolicy } from '../platform/callers/sign-in-policy-repository.ts';
import type { Sql } from '../platform/database/database.ts';
import { statementBuiltOnce } from '../platform/database/pool/built-once.ts';
import { sessions, users } from '../tables/accounts.ts';
import { signIns } from '../tables/identity.ts';

const SECONDS_LEFT = raw<number>`floor(extract(epoch from ${sessions.expiresAt} - now()))::int`;

interface NewSession extends Pick<SignInPolicy, 'sessionHours'> {
  readonly tokenHash: string;
  /** Whether its owner has just shown more than a sign-on does. */
  readonly isConfirmed: boolean;
  /** The row of the log that says how strong it is. */
  readonly signIn: Omit<typeof signIns.$inferInsert, 'at' | 'count'>;
}

/**
 * Each part takes its row from the one before, so the guard of sessions sees the row of the log. What is confirmed now has the
 * time of the session: nobody has confirmed it since, see `mayOmitPassword`.
 */
const insertAll = statementBuiltOnce<{ readonly seconds: number }>((sql) => {
  const given = (name: string) => raw.placeholder(name);
  const noted = sql
    .update(users)
    .set({ lastLoginAt: raw`${given('now')}` })
    .where(and(eq(users.id, given('userId')), users.active))
    .returning({ id: users.id });
  return raw`
    with noted as ${noted},
      logged as (
        insert into ${signIns} (id, account_id, user_id, method, strength, outcome, provider_id, client, network)
        select ${given('id')}::uuid, ${given('accountId')}::uuid, id, ${given('method')}, ${given('strength')}::smallint,
          ${given('outcome')}, ${given('providerId')}::uuid, ${given('client')}, ${given('network')}
        from noted
        returning id, user_id)
    insert into ${sessions} (token_hash, user_id, sign_in_id, confirmed_at, expires_at)
    select ${given('tokenHash')}, user_id, id, case when ${given('isConfirmed')}::boolean then now() end,
      now() + make_interval(hours => ${given('sessionHours')}::integer)
    from logged
    returning ${SECONDS_LEFT} as seconds`;
});

/**
 * Opens a session: notes when its user came in last, and writes the row of the log. Returns for how many seconds it is open,
 * because the tables may grant less; undefined, with nothing written, when the user may not log in any more. In one statement,
 * because every sign-in waits for it. Source: IDN-05, IDN-80.
 */
export async function insertSession(
  sql: Sql,
  { signIn: { providerId = null, ...signIn }, ...session }: NewSession,
): Promise<number | undefined> {
  const now = new Date().toISOString();
  const [row] = await insertAll(sql, { ...session, ...signIn, providerId, now });
  return row?.seconds;
}

/**
 * When the session of an actor ends, by the clock of the database, and from when on it could not have been opened like this.
 * A passkey, or a provider that asks for a second factor itself, opens it all the same. Source: IDN-35.
 */
export async function readSessionEnds(
  sql: Sql,
  { tokenHash, accountId, admin }: Pick<UserActor, 'tokenHash' | 'accountId' | 'admin'>,
): Promise<SessionEnds> {
  const [row] = await sql
    .select({
      seconds: SECONDS_LEFT,
      dueAt: users.factorDueAt,
      isEnough: raw<boolean>`coalesce(${gt(signIns.strength, 1)}, false) or ${HAS_FACTOR}`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(signIns, eq(signIns.id, sessions.signInId))
    .where(eq(sessions.tokenHash, tokenHash));
  const policy = await readSignInPolicy(sql, accountId);
  const isDue = row?.isEnough === false && requiresFactor(policy, admin);
  return {
    expiresInSeconds: Math.max(row?.seconds ?? 0, 0),
    idleMinutes: policy.idleMinutes,
    factorDueAt: (isDue && row.dueAt?.toISOString()) || null,
  };
}

export async function deleteSession(sql: Sql, tokenHash: string): Promise<void> {
  await sql.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

type Own = Pick<UserActor, 'id' | 'tokenHash'>;

/** The sessions of the actor that can still be used. */
export async function listOwnSessions(sql: Sql, { id, tokenHash }: Own): Promise<OwnSession[]> {
  const rows = await sql
    .select({
      tokenHash: sessions.tokenHash,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      lastUsedAt: sessions.lastUsedAt,
      method: signIns.method,
      client: signIns.client,
      network: signIns.network,
    })
    .from(sessions)
    .leftJoin(signIns, eq(signIns.id, sessions.signInId))
    .where(and(eq(sessions.userId, id), IS_OPEN))
    .orderBy(desc(sessions.createdAt), sessions.tokenHash);
  return rows.map((row) => ({
    id: idOf(row.tokenHash),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    // A release before 0.3.0 writes no row, and opens sessions by a password only.
    method: row.method ?? 'PASSWORD',
    client: row.client ?? '',
    network: row.network ?? '',
    current: row.tokenHash === tokenHash,
  }));
}

/** Returns false when the actor has no such session. */
export async function endOwnSession(sql: Sql, { id }: Own, sessionId: string): Promise<boolean> {
  const rows = await sql
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.userId, id));
  const ended = rows.find((row) => idOf(row.tokenHash) === sessionId);
  if (ended === undefined) return false;
  await deleteSession(sql, ended.tokenHash);
  return true;
}

/** The public id of a session, so that the stored hash of its token is never exposed. */
function idOf(tokenHash: string): string {
  return hashSecret(tokenHash).slice(0, 22);
}

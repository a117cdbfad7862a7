import type { OwnSession } from '@comporta/contract/sessions/own-session-api';
import { and, desc, eq, gt } from 'drizzle-orm';
import { hashSecret } from '../platform/base/secrets.ts';
import type { Sql } from '../platform/database/database.ts';
import type { UserActor } from '../platform/identity/actor.ts';
import { sessions } from '../tables/accounts.ts';

const SESSION_SECONDS = 8 * 60 * 60;

/** Returns for how many seconds it is open: the tables may grant fewer than eight hours. Source: IDN-05. */
export async function insertSession(
  sql: Sql,
  session: { readonly tokenHash: string; readonly userId: string; readonly signInId: string },
): Promise<number> {
  const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000);
  const [opened] = await sql
    .insert(sessions)
    .values({ ...session, expiresAt })
    .returning({ expiresAt: sessions.expiresAt });
  const cutMs = expiresAt.getTime() - (opened?.expiresAt ?? expiresAt).getTime();
  return SESSION_SECONDS - Math.ceil(cutMs / 1000);
}

export async function deleteSession(sql: Sql, tokenHash: string): Promise<void> {
  await sql.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

type Own = Pick<UserActor, 'id' | 'tokenHash'>;

/** The sessions of the actor that have not expired. */
export async function listOwnSessions(sql: Sql, { id, tokenHash }: Own): Promise<OwnSession[]> {
  const rows = await sql
    .select({
      tokenHash: sessions.tokenHash,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.createdAt), sessions.tokenHash);
  return rows.map((row) => ({
    id: idOf(row.tokenHash),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
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

import { and, eq, inArray, isNull, notInArray, sql as raw } from 'drizzle-orm';
import type { UserActor } from '../../platform/callers/actor.ts';
import type { Sql } from '../../platform/database/database.ts';
import { passwordLinks, sessions, users } from '../../tables/accounts.ts';
import { providers, signIns } from '../../tables/identity.ts';

/** Whether the session of the caller came through an enabled provider that was tested within a day. */
export async function cameThroughTested(
  sql: Sql,
  { tokenHash, accountId }: Pick<UserActor, 'tokenHash' | 'accountId'>,
): Promise<boolean> {
  const rows = await sql
    .select({ id: providers.id })
    .from(sessions)
    .innerJoin(signIns, eq(signIns.id, sessions.signInId))
    .innerJoin(providers, eq(providers.id, signIns.providerId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        eq(signIns.method, 'SSO'),
        eq(providers.accountId, accountId),
        providers.enabled,
        raw`${providers.testedAt} > clock_timestamp() - interval '24 hours'`,
      ),
    );
  return rows.length > 0;
}

interface Enforced {
  readonly accountId: string;
  readonly emergencyUsers: readonly string[];
}

/** Ends the sessions that could not be opened now, and the links with which others would set a password. Source: IDN-20, IDN-04. */
export async function endOtherWaysIn(
  sql: Sql,
  { accountId, emergencyUsers }: Enforced,
): Promise<void> {
  const emergency = [...emergencyUsers];
  const kept = sql
    .select({ id: signIns.id })
    .from(signIns)
    .where(
      and(
        eq(signIns.id, sessions.signInId),
        raw`(${signIns.method} = 'SSO' or (${signIns.strength} = 2 and ${inArray(signIns.userId, emergency)}))`,
      ),
    );
  await sql
    .delete(sessions)
    .where(and(inArray(sessions.userId, usersOf(sql, accountId)), raw`not exists ${kept}`));
  await sql
    .update(passwordLinks)
    .set({ endedAt: new Date() })
    .where(
      and(
        inArray(passwordLinks.userId, usersOf(sql, accountId)),
        notInArray(passwordLinks.userId, emergency),
        isNull(passwordLinks.endedAt),
      ),
    );
}

/** Lets no session of the company live longer than this many hours. Source: IDN-40. */
export async function capSessions(sql: Sql, accountId: string, hours: number): Promise<void> {
  const end = raw`${sessions.createdAt} + make_interval(hours => ${hours}::integer)`;
  await sql
    .update(sessions)
    .set({ expiresAt: end })
    .where(
      and(inArray(sessions.userId, usersOf(sql, accountId)), raw`${sessions.expiresAt} > ${end}`),
    );
}

/** Forgets until when people had to set up a factor, where none is asked of them any more. Source: IDN-35. */
export async function forgetFactorDue(
  sql: Sql,
  accountId: string,
  asked: 'nobody' | 'admins',
): Promise<void> {
  await sql
    .update(users)
    .set({ factorDueAt: null })
    .where(
      and(
        eq(users.accountId, accountId),
        asked === 'nobody' ? undefined : raw`not ${users.admin}`,
        raw`${users.factorDueAt} is not null`,
      ),
    );
}

function usersOf(sql: Sql, accountId: string) {
  return sql.select({ id: users.id }).from(users).where(eq(users.accountId, accountId));
}

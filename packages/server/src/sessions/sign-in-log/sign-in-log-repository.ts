import type { SignIn, SignInPlace } from '@comporta/contract/sessions/sign-in-log';
import { and, desc, eq, lt, sql as raw } from 'drizzle-orm';
import { isId } from '../../platform/base/ids.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import type { Sql } from '../../platform/database/database.ts';
import { deleteExpired } from '../../platform/database/expired-rows.ts';
import { users } from '../../tables/accounts.ts';
import { providers, signIns } from '../../tables/identity.ts';

interface Part {
  /** The row after which the part begins. */
  readonly after?: SignInPlace | undefined;
  readonly atMost: number;
  /** The id of a user: only theirs. */
  readonly of?: string | undefined;
}

/** A row of the log, and its place in it. */
export interface PlacedSignIn extends SignIn {
  readonly place: SignInPlace;
}

/** Rows of the log that an actor may see, newest first: those of the company for an admin, else their own. */
export async function readSignInLog(
  sql: Sql,
  actor: Pick<UserActor, 'id' | 'accountId' | 'admin'>,
  { after, atMost, of }: Part,
): Promise<PlacedSignIn[]> {
  const { accountId, userId, at, id, method, strength, outcome, client, network, count } = signIns;
  const rows = await sql
    .select({
      ...{ id, method, strength, outcome, client, network, count },
      at: raw<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      user: { id: users.id, name: users.name, email: users.email },
      provider: providers.name,
    })
    .from(signIns)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(providers, eq(providers.id, signIns.providerId))
    .where(
      and(
        eq(accountId, actor.accountId),
        actor.admin ? undefined : eq(userId, actor.id),
        of === undefined ? undefined : isId(of) ? eq(userId, of) : raw`false`,
        after && raw`(${at}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(atMost);
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at).toISOString(),
    place: { at: row.at, id: row.id },
  }));
}

/** Removes what the log keeps no longer. Source: IDN-46. */
export async function sweepSignIns(sql: Sql, keptDays: number): Promise<void> {
  await deleteExpired(
    sql,
    signIns,
    lt(signIns.at, raw`now() - make_interval(days => ${keptDays})`),
  );
}

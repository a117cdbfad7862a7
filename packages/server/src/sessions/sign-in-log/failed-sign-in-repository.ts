import type { ErrorCode } from '@comporta/contract/errors';
import type { SignInMethod } from '@comporta/contract/identity/sign-in';
import { and, asc, eq, gte, inArray, notInArray, or, sql as raw } from 'drizzle-orm';
import { newId } from '../../platform/base/ids.ts';
import type { Sql } from '../../platform/database/database.ts';
import { queueMail } from '../../platform/mail/mail-queue.ts';
import { users } from '../../tables/accounts.ts';
import { signIns } from '../../tables/identity.ts';

export interface Failure {
  /** The id of a user or, where nobody has looked for one, the e-mail that was given. */
  readonly user: { readonly id: string } | { readonly email: string };
  readonly method: SignInMethod;
  readonly outcome: ErrorCode;
}

/** So many alike, and where the last one came from. */
export interface FailedSignIn extends Failure {
  readonly client: string;
  readonly network: string;
  readonly count: number;
}

/** The start of the hour, by the clock of the database. */
const THIS_HOUR = raw<Date>`date_trunc('hour', now(), 'UTC')`;

type Row = typeof signIns.$inferInsert;

/** Adds to the rows of this hour, a row for each user, method and outcome. Refusals of e-mails that nobody has leave nothing. */
export async function saveFailedSignIns(
  sql: Sql,
  failures: readonly FailedSignIn[],
): Promise<void> {
  await sql.transaction(async (inside) => {
    const userOf = await findUsers(inside, failures);
    const rows = new Map<string, Row>();
    for (const { user, method, outcome, client, network, count } of failures) {
      const known = userOf(user);
      if (known === undefined) continue;
      const key = `${known.id} ${method} ${outcome}`;
      rows.set(key, {
        id: newId(),
        ...{ accountId: known.accountId, userId: known.id },
        ...{ method, strength: 1, outcome, client, network },
        count: count + (rows.get(key)?.count ?? 0),
      });
    }
    if (rows.size === 0) return;
    await tellOfGate(inside, [...rows.values()]);
    await insertRows(inside, [...rows.values()]);
  });
}

/** Locks the users, so that none is deleted before their rows are written, and no other node mails them as well. */
async function findUsers(sql: Sql, failures: readonly FailedSignIn[]) {
  const ids = failures.flatMap(({ user }) => ('id' in user ? [user.id] : []));
  const emails = failures.flatMap(({ user }) => ('email' in user ? [user.email] : []));
  const found = await sql
    .select({ id: users.id, accountId: users.accountId, email: users.email })
    .from(users)
    .where(or(inArray(users.id, ids), inArray(users.email, emails)))
    .orderBy(asc(users.id))
    .for('no key update');
  const byId = new Map(found.map((user) => [user.id, user]));
  const byEmail = new Map(found.map((user) => [user.email, user]));
  return (user: FailedSignIn['user']) =>
    'id' in user ? byId.get(user.id) : byEmail.get(user.email);
}

/** Mails users whose gate was reached for the first time on this day. Source: IDN-44. */
async function tellOfGate(sql: Sql, rows: readonly Row[]): Promise<void> {
  const { userId, at, outcome } = signIns;
  const isGate = eq(outcome, 'RATE_LIMITED');
  const ids = rows.flatMap((row) => (row.outcome === 'RATE_LIMITED' ? [row.userId] : []));
  if (ids.length === 0) return;
  const told = sql
    .select({ userId })
    .from(signIns)
    .where(and(inArray(userId, ids), isGate, gte(at, raw`date_trunc('day', now(), 'UTC')`)));
  const reached = await sql
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.id, ids), users.active, notInArray(users.id, told)));
  for (const user of reached) {
    await queueMail(sql, user, { kind: 'security', what: { is: 'gate' } });
  }
}

async function insertRows(sql: Sql, rows: readonly Row[]): Promise<void> {
  const { userId, at, method, outcome } = signIns;
  await sql
    .insert(signIns)
    .values(rows.map((row) => ({ ...row, at: THIS_HOUR })))
    .onConflictDoUpdate({
      target: [userId, at, method, outcome],
      targetWhere: raw`${outcome} <> 'OPENED'`,
      set: {
        count: raw`${signIns.count} + excluded.count`,
        client: raw`excluded.client`,
        network: raw`excluded.network`,
      },
    });
}

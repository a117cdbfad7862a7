import { and, eq, gt, isNull, notExists, or, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { users } from '../../tables/accounts.ts';
import { signIns } from '../../tables/identity.ts';

/** One mail for a client and a network in this time; the log of sign-ins has no fewer days. */
const SILENT_DAYS = 30;

const EARLIEST = raw`now() - make_interval(days => ${SILENT_DAYS})`;
const CAME_IN = eq(signIns.outcome, 'OPENED');

/** Whether the user came in from this network with such a client before, within 30 days. */
export async function isClientSeen(
  sql: Sql,
  userId: string,
  { client, network }: { readonly client: string; readonly network: string },
): Promise<boolean> {
  const alike = and(
    eq(signIns.userId, userId),
    CAME_IN,
    gt(signIns.at, EARLIEST),
    eq(signIns.client, client),
    eq(signIns.network, network),
  );
  return (await sql.$count(signIns, alike)) > 0;
}

/**
 * Whether the user never came in before, as far as this release knows. Of who came in lately, but left nothing in the log, it
 * was at a release before 0.3.0, which has no log: their first sign-in here is not worth a mail to everybody.
 */
export async function isFirstSignIn(sql: Sql, userId: string): Promise<boolean> {
  const own = eq(signIns.userId, userId);
  const noSignIn = sql.select({ id: signIns.id }).from(signIns).where(and(own, CAME_IN));
  const first = and(
    eq(users.id, userId),
    or(isNull(users.lastLoginAt), gt(users.lastLoginAt, EARLIEST)),
    notExists(noSignIn),
  );
  return (await sql.$count(users, first)) > 0;
}

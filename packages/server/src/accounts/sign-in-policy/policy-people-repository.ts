import {
  type EmergencyCandidate,
  NAMED_UNCONNECTED,
  type SavedSignInPolicy,
} from '@comporta/contract/identity/sign-in-policy';
import { and, asc, eq, inArray, not, sql as raw } from 'drizzle-orm';
import { HAS_FACTOR, IS_CONNECTED } from '../../identity/ways-in/conditions.ts';
import { isId } from '../../platform/base/ids.ts';
import type { Sql } from '../../platform/database/database.ts';
import { accounts, users } from '../../tables/accounts.ts';
import { byName } from '../../tables/by-name.ts';

/** The active administrators, by name, and what each would need as an emergency user. */
export function listCandidates(sql: Sql, accountId: string): Promise<EmergencyCandidate[]> {
  return sql
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      hasPassword: raw<boolean>`${users.passwordHash} is not null`,
      hasFactor: HAS_FACTOR,
      connected: IS_CONNECTED,
    })
    .from(users)
    .where(and(eq(users.accountId, accountId), users.admin, users.active))
    .orderBy(byName(users.name), asc(users.email));
}

/** Who could not come in at the moment, if only providers let people in. */
export async function readUnconnected(
  sql: Sql,
  accountId: string,
): Promise<SavedSignInPolicy['unconnected']> {
  const which = and(eq(users.accountId, accountId), users.active, not(IS_CONNECTED));
  const people = await sql
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(which)
    .orderBy(byName(users.name), asc(users.id))
    .limit(NAMED_UNCONNECTED);
  return { count: await sql.$count(users, which), people };
}

/** The names of these users of the company, by their ids. */
export async function namesOf(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.accountId, accountId), inArray(users.id, ids.filter(isId))));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The company of the user with this e-mail. */
export async function findCompanyOf(
  sql: Sql,
  email: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const [company] = await sql
    .select({ id: accounts.id, name: accounts.name })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(eq(users.email, email));
  return company;
}

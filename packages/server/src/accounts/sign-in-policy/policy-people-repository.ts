import {
  type EmergencyCandidate,
  NAMED_UNCONNECTED,
  type SavedSignInPolicy,
} from '@comporta/contract/identity/sign-in-policy';
import { and, asc, eq, inArray, not, sql as raw, type SQL } from 'drizzle-orm';
import { isId } from '../../platform/base/ids.ts';
import type { Sql } from '../../platform/database/database.ts';
import { users } from '../../tables/accounts.ts';
import { byName } from '../../tables/by-name.ts';

// Whole names: beside columns of one table, drizzle writes those of others without theirs.
/** Whether an enabled provider of the company knows the user. */
const CONNECTED: SQL<boolean> = raw`exists (select from identities i join providers p on p.id = i.provider_id
  where i.user_id = users.id and p.enabled)`;

const HAS_FACTOR: SQL<boolean> = raw`(exists (select from second_factors f where f.user_id = users.id and f.app_since is not null)
  or exists (select from passkeys k where k.user_id = users.id))`;

/** The active administrators, by name, and what each would need as an emergency user. */
export function listCandidates(sql: Sql, accountId: string): Promise<EmergencyCandidate[]> {
  return sql
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      hasPassword: raw<boolean>`${users.passwordHash} is not null`,
      hasFactor: HAS_FACTOR,
      connected: CONNECTED,
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
  const which = and(eq(users.accountId, accountId), users.active, not(CONNECTED));
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

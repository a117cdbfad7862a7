import type { Access } from '@comporta/contract/role';
import { and, eq, inArray } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { findAccess } from '../platform/callers/access.ts';
import type { Sql } from '../platform/database/database.ts';
import { accountKeys, users } from '../tables/accounts.ts';
import { applications } from '../tables/applications.ts';
import { tokens } from '../tables/identity.ts';
import { properties } from '../tables/properties.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';

/** Of these people those who are active, each with what they may in the application now. */
export async function findAccesses(
  sql: Sql,
  applicationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Access>> {
  if (ids.length === 0) return new Map();
  const { id, admin, accountId, active } = users;
  const people = await sql
    .select({ id, admin })
    .from(users)
    .innerJoin(applications, eq(applications.accountId, accountId))
    .where(and(eq(applications.id, applicationId), inArray(id, [...ids]), active));
  const accesses = new Map<string, Access>();
  for (const person of people) {
    const access = await findAccess(sql, person, applicationId);
    if (access !== undefined) accesses.set(person.id, access);
  }
  return accesses;
}

/** Who made these account and service keys, by their ids; null where it is not known. */
export async function readMakers(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const those = [...ids];
  const rows = await unionAll(
    sql
      .select({ id: accountKeys.id, makerId: accountKeys.createdById })
      .from(accountKeys)
      .where(inArray(accountKeys.id, those)),
    sql
      .select({ id: tokens.id, makerId: tokens.createdById })
      .from(tokens)
      .where(inArray(tokens.id, those)),
  );
  return new Map(rows.map(({ id, makerId }) => [id, makerId]));
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * What decides, beside the content of a request, what users get: the groups, properties and toggles that the content names,
 * and the properties that those groups name. Source: SAF-24.
 */
export async function readReferenced(
  sql: Sql,
  applicationId: string,
  content: string,
): Promise<object> {
  const ids = idsIn(content);
  const groups = ids.length === 0 ? [] : await readGroups(sql, applicationId, ids);
  const all = [...new Set([...ids, ...idsIn(JSON.stringify(groups))])];
  if (all.length === 0) return {};
  return {
    groups,
    properties: await sql
      .select({ id: properties.id, key: properties.key, type: properties.type })
      .from(properties)
      .where(and(eq(properties.applicationId, applicationId), inArray(properties.id, all)))
      .orderBy(properties.id),
    toggles: await sql
      .select({
        id: toggles.id,
        values: toggles.values,
        defaultValue: toggles.defaultValue,
        valueType: toggles.valueType,
      })
      .from(toggles)
      .where(and(eq(toggles.applicationId, applicationId), inArray(toggles.id, ids)))
      .orderBy(toggles.id),
  };
}

function readGroups(sql: Sql, applicationId: string, ids: readonly string[]) {
  const { id, policy, conditions } = targetGroups;
  return sql
    .select({ id, policy, conditions })
    .from(targetGroups)
    .where(and(eq(targetGroups.applicationId, applicationId), inArray(id, [...ids])))
    .orderBy(id);
}

function idsIn(text: string): string[] {
  return [...new Set(text.match(ID))];
}

import type { SearchResult } from '@comporta/contract/search/search-api';
import { and, asc, eq, inArray, not, or, sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { containsAll, folded, foldedAscii } from '../platform/database/folded.ts';
import type { Actor } from '../platform/identity/actor.ts';
import { users } from '../tables/accounts.ts';
import { applications, environments } from '../tables/applications.ts';
import { experiments } from '../tables/experiments.ts';
import { grants } from '../tables/grants.ts';
import { properties } from '../tables/properties.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';

interface Question {
  /** Every one has to occur in the name. */
  readonly parts: readonly string[];
  /** Of each type. */
  readonly limit: number;
}

type Found = Promise<readonly SearchResult[]>;

/** Of each type those that the actor may open, names that begin with the first part before others. */
export function findApplications(sql: Sql, actor: Actor, { parts, limit }: Question): Found {
  const { id, name } = applications;
  return sql
    .select({ type: typed('application'), id, appId: id, name })
    .from(applications)
    .where(and(inArray(id, opened(sql, actor)), containsAll(folded(name), parts)))
    .orderBy(...bestFirst(folded(name), parts))
    .limit(limit);
}

export function findEnvironments(sql: Sql, actor: Actor, { parts, limit }: Question): Found {
  const { id, applicationId: appId, name } = environments;
  return sql
    .select({ type: typed('environment'), id, appId, envId: id, name })
    .from(environments)
    .where(and(inArray(appId, opened(sql, actor)), containsAll(folded(name), parts)))
    .orderBy(...bestFirst(folded(name), parts))
    .limit(limit);
}

export function findToggles(sql: Sql, actor: Actor, { parts, limit }: Question): Found {
  const { id, applicationId: appId, name, archived } = toggles;
  return sql
    .select({ type: typed('toggle'), id, appId, name })
    .from(toggles)
    .where(
      and(inArray(appId, opened(sql, actor)), not(archived), containsAll(foldedAscii(name), parts)),
    )
    .orderBy(...bestFirst(foldedAscii(name), parts))
    .limit(limit);
}

/** Those of toggles that were found. */
export function findExperimentsOf(
  sql: Sql,
  toggleIds: readonly string[],
  { parts, limit }: Question,
): Found {
  const { id, applicationId: appId, environmentId: envId, toggleId } = experiments;
  return sql
    .select({ type: typed('experiment'), id, appId, envId, name: toggles.name })
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, toggleId))
    .where(inArray(toggleId, [...toggleIds]))
    .orderBy(...bestFirst(foldedAscii(toggles.name), parts), asc(envId))
    .limit(limit);
}

export function findProperties(sql: Sql, actor: Actor, { parts, limit }: Question): Found {
  const { id, applicationId: appId, key: name } = properties;
  return sql
    .select({ type: typed('property'), id, appId, name })
    .from(properties)
    .where(and(inArray(appId, opened(sql, actor)), containsAll(foldedAscii(name), parts)))
    .orderBy(...bestFirst(foldedAscii(name), parts))
    .limit(limit);
}

export function findTargetGroups(sql: Sql, actor: Actor, { parts, limit }: Question): Found {
  const { id, applicationId: appId, name } = targetGroups;
  return sql
    .select({ type: typed('targetGroup'), id, appId, name })
    .from(targetGroups)
    .where(and(inArray(appId, opened(sql, actor)), containsAll(folded(name), parts)))
    .orderBy(...bestFirst(folded(name), parts))
    .limit(limit);
}

/** By name or e-mail. */
export function findUsers(sql: Sql, { accountId }: Actor, { parts, limit }: Question): Found {
  const { id, name } = users;
  const isFound = containsAll(folded(raw`(${name} || ' ' || ${users.email})`), parts);
  return sql
    .select({ type: typed('user'), id, name })
    .from(users)
    .where(and(eq(users.accountId, accountId), isFound))
    .orderBy(...bestFirst(folded(name), parts))
    .limit(limit);
}

function typed<Type extends SearchResult['type']>(type: Type) {
  return raw<Type>`${type}::text`.as('type');
}

/** In the order of their letters: a collation would take longer than all the rest. */
function bestFirst(name: SQL, [first = '']: readonly string[]) {
  return [asc(raw`not starts_with(${name}, ${first})`), asc(raw`${name} collate "C"`)];
}

function opened(sql: Sql, actor: Actor) {
  const granted = sql
    .select({ id: grants.applicationId })
    .from(grants)
    .where(eq(grants.userId, actor.id));
  return sql
    .select({ id: applications.id })
    .from(applications)
    .where(
      and(
        eq(applications.accountId, actor.accountId),
        or(raw`${actor.admin}::boolean`, inArray(applications.id, granted)),
      ),
    );
}

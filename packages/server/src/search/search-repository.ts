import type { SearchResult } from '@comporta/contract/search/search-api';
import { and, asc, eq, gte, inArray, lt, not, or, sql as raw, type SQL } from 'drizzle-orm';
import { openedApplications } from '../platform/callers/access.ts';
import type { Actor } from '../platform/callers/actor.ts';
import type { Sql } from '../platform/database/database.ts';
import { containsAll, folded, foldedAscii } from '../platform/database/folded.ts';
import { users } from '../tables/accounts.ts';
import { applications, environments } from '../tables/applications.ts';
import { experiments } from '../tables/experiments.ts';
import { idLists } from '../tables/id-lists.ts';
import { properties } from '../tables/properties.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';

interface Question {
  /** Folded words, all of which must occur in the name. */
  readonly parts: readonly string[];
  /** The maximum number of results of each type. */
  readonly limit: number;
}

type Found = Promise<readonly SearchResult[]>;
type FoundToggle = SearchResult & { readonly appId: string };

/** Finds applications that the actor may open. As in all searches here, names that begin with the first part come first. */
export function findApplications(sql: Sql, actor: Actor, { parts, limit }: Question): Found {
  const { id, name } = applications;
  return sql
    .select({ type: typed('application'), id, appId: id, name })
    .from(applications)
    .where(and(inArray(id, openedApplications(sql, actor)), containsAll(folded(name), parts)))
    .orderBy(...bestFirst(folded(name), parts))
    .limit(limit);
}

export function findEnvironments(sql: Sql, actor: Actor, { parts, limit }: Question): Found {
  const { id, applicationId: appId, name } = environments;
  return sql
    .select({ type: typed('environment'), id, appId, envId: id, name })
    .from(environments)
    .where(and(inArray(appId, openedApplications(sql, actor)), containsAll(folded(name), parts)))
    .orderBy(...bestFirst(folded(name), parts))
    .limit(limit);
}

/**
 * There may be many toggles. Those that begin with the first part are a range of an index. Only when they
 * are too few, the others are scanned in the order of the same index, until there are enough.
 */
export async function findToggles(
  sql: Sql,
  actor: Actor,
  question: Question,
): Promise<readonly FoundToggle[]> {
  const [first = ''] = question.parts;
  const folded = foldedAscii(toggles.name);
  // Names hold only ASCII, so all that begin with the first part sort before it and the last code point.
  const after = `${first}\u{10ffff}`;
  const begins = and(gte(folded, first), lt(folded, after));
  const found = await findTogglesThat(sql, actor, { ...question, condition: begins });
  const limit = question.limit - found.length;
  if (limit === 0) return found;
  const others = or(lt(folded, first), gte(folded, after));
  return [
    ...found,
    ...(await findTogglesThat(sql, actor, { ...question, limit, condition: others })),
  ];
}

/** Takes up to `limit` toggles of each application, which the index returns without a sort, and then the first of all. */
function findTogglesThat(
  sql: Sql,
  actor: Actor,
  { parts, limit, condition }: Question & { readonly condition: SQL | undefined },
): Promise<readonly FoundToggle[]> {
  const { id, applicationId: appId, name, archived } = toggles;
  const folded = foldedAscii(name);
  const open = openedApplications(sql, actor).as('open');
  const found = sql
    .select({ id, appId, name, folded: folded.as('folded') })
    .from(toggles)
    .where(and(eq(appId, open.id), not(archived), condition, containsAll(folded, parts)))
    .orderBy(asc(folded))
    .limit(limit)
    .as('found');
  return sql
    .select({ type: typed('toggle'), id: found.id, appId: found.appId, name: found.name })
    .from(open)
    .crossJoinLateral(found)
    .orderBy(asc(found.folded))
    .limit(limit);
}

/** The experiments of the toggles that were found, in the order of the toggles. */
export async function findExperimentsOf(
  sql: Sql,
  found: readonly FoundToggle[],
  { limit }: Question,
): Found {
  if (found.length === 0) return [];
  const { id, applicationId: appId, environmentId: envId, toggleId } = experiments;
  const rows = await sql
    .select({ type: typed('experiment'), id, appId, envId, toggleId })
    .from(experiments)
    .where(
      and(
        // The application is the first column of the index.
        inArray(appId, [...new Set(found.map((toggle) => toggle.appId))]),
        inArray(
          toggleId,
          found.map((toggle) => toggle.id),
        ),
      ),
    )
    .orderBy(asc(envId));
  const ofToggle = Map.groupBy(rows, (row) => row.toggleId);
  return found
    .flatMap((toggle) =>
      (ofToggle.get(toggle.id) ?? []).map(({ toggleId: _, ...row }) => ({
        ...row,
        name: toggle.name,
      })),
    )
    .slice(0, limit);
}

export function findProperties(sql: Sql, actor: Actor, { parts, limit }: Question): Found {
  const { id, applicationId: appId, key: name } = properties;
  return sql
    .select({ type: typed('property'), id, appId, name })
    .from(properties)
    .where(
      and(inArray(appId, openedApplications(sql, actor)), containsAll(foldedAscii(name), parts)),
    )
    .orderBy(...bestFirst(foldedAscii(name), parts))
    .limit(limit);
}

export function findTargetGroups(sql: Sql, actor: Actor, { parts, limit }: Question): Found {
  const { id, applicationId: appId, name } = targetGroups;
  return sql
    .select({ type: typed('targetGroup'), id, appId, name })
    .from(targetGroups)
    .where(and(inArray(appId, openedApplications(sql, actor)), containsAll(folded(name), parts)))
    .orderBy(...bestFirst(folded(name), parts))
    .limit(limit);
}

export function findIdLists(sql: Sql, actor: Actor, { parts, limit }: Question): Found {
  const { id, applicationId: appId, name } = idLists;
  return sql
    .select({ type: typed('idList'), id, appId, name })
    .from(idLists)
    .where(and(inArray(appId, openedApplications(sql, actor)), containsAll(folded(name), parts)))
    .orderBy(...bestFirst(folded(name), parts))
    .limit(limit);
}

/** Finds users by name or e-mail. */
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

/** Sorts by code points: a collation would take longer than the rest of the query. */
function bestFirst(name: SQL, [first = '']: readonly string[]) {
  return [asc(raw`not starts_with(${name}, ${first})`), asc(raw`${name} collate "C"`)];
}

import { SEARCH_MAX_RESULTS, type SearchResult } from '@comporta/contract/search/search-api';
import { type Actor, isInPerson } from '../platform/callers/actor.ts';
import type { Sql } from '../platform/database/database.ts';
import { foldedParts } from '../platform/database/folded.ts';
import {
  findApplications,
  findEnvironments,
  findExperimentsOf,
  findIdLists,
  findProperties,
  findTargetGroups,
  findToggles,
  findUsers,
} from './search-repository.ts';

interface Search {
  readonly sql: Sql;
  readonly actor: Actor;
  readonly query: { readonly q?: string | undefined; readonly limit?: number | undefined };
}

/** Finds everything that the actor may open whose name contains every word of the query. */
export async function searchNames({ sql, actor, query }: Search): Promise<SearchResult[]> {
  const parts = foldedParts(query.q ?? '');
  if (parts.length === 0) return [];
  const limit = Math.min(query.limit ?? SEARCH_MAX_RESULTS, SEARCH_MAX_RESULTS);
  const question = { parts, limit };
  const toggles = await findToggles(sql, actor, question);
  return fairShare(limit, [
    await findApplications(sql, actor, question),
    await findEnvironments(sql, actor, question),
    toggles,
    await findExperimentsOf(sql, toggles, question),
    await findProperties(sql, actor, question),
    await findTargetGroups(sql, actor, question),
    await findIdLists(sql, actor, question),
    // Account keys and tokens do not find users (S35).
    isInPerson(actor) && actor.admin ? await findUsers(sql, actor, question) : [],
  ]);
}

/** Limits the results in total and shares the limit among the types, so that none displaces another. Keeps types together and in order. */
function fairShare(limit: number, types: readonly (readonly SearchResult[])[]): SearchResult[] {
  const shares = types.map(() => 0);
  for (let left = limit; left > 0; ) {
    const before = left;
    for (const [index, found] of types.entries()) {
      const share = shares[index] ?? 0;
      if (left === 0 || share >= found.length) continue;
      shares[index] = share + 1;
      left--;
    }
    if (left === before) break;
  }
  return types.flatMap((found, index) => found.slice(0, shares[index]));
}

import type { NamedList } from '@comporta/contract/conditions/condition';
import { newerWords, type Worded } from '@comporta/contract/conditions/newer-words';
import { usesList } from '@comporta/engine/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { idListsQuery } from './id-list-queries.ts';
import { BESIDE } from './query-client.ts';

const NONE: readonly NamedList[] = [];

/**
 * The id lists that conditions may name; none until they are loaded, and none from a node of the release before. Where
 * conditions are only shown, `shown` says which: lists are asked for if one of them names a list.
 */
export function useNamedLists(appId: string, shown?: Worded): readonly NamedList[] {
  const isNeeded = shown === undefined || newerWords(shown).some(usesList);
  const lists = { ...idListsQuery(appId), meta: BESIDE };
  const { data } = useQuery({ ...lists, retry: false, enabled: isNeeded });
  return data ?? NONE;
}

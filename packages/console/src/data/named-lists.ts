import type { NamedList } from '@comporta/contract/conditions/condition';
import { useQuery } from '@tanstack/react-query';
import { idListsQuery } from './id-list-queries.ts';

const NONE: readonly NamedList[] = [];

/** The id lists that conditions may name; none until they are loaded, and none from a node of the release before. */
export function useNamedLists(appId: string): readonly NamedList[] {
  const { data } = useQuery({ ...idListsQuery(appId), retry: false });
  return data ?? NONE;
}

import type { NamedList } from '@comporta/contract/conditions/condition';
import { useQuery } from '@tanstack/react-query';

const NONE: readonly NamedList[] = [];

/**
 * The id lists that conditions may name; none until they are loaded. Their calls are loaded with them, because few
 * conditions need them; a node of the release before has none.
 */
export function useNamedLists(appId: string): readonly NamedList[] {
  const { data } = useQuery({
    queryKey: ['idLists', appId],
    queryFn: async (context) => {
      const { idListsQuery } = await import('./id-list-queries.ts');
      return idListsQuery(appId).queryFn?.(context as never); // Both have the same key.
    },
    retry: false,
  });
  return (data as readonly NamedList[] | undefined) ?? NONE;
}

import type { Person } from '@comporta/contract/users/user';
import { useQueries, useQuery } from '@tanstack/react-query';
import { approversQuery } from '../../data/change-policy-queries.ts';
import { profileQuery } from '../../data/user-queries.ts';

/** Who can approve in all of these environments, but for the reader; undefined until it is known, or where nobody is asked. */
export function useApprovers(
  appId: string,
  envIds: readonly string[],
): readonly Person[] | undefined {
  const enabled = envIds.length > 0;
  const { data: reader } = useQuery({ ...profileQuery, enabled });
  const lists = useQueries({
    queries: envIds.map((envId) => approversQuery({ appId, envId })),
  });
  const [first, ...others] = lists.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (reader === undefined || first === undefined || others.length + 1 < lists.length) {
    return undefined;
  }
  return first.filter(
    ({ id }) => id !== reader.id && others.every((list) => list.some((one) => one.id === id)),
  );
}

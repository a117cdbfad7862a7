import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../data/user-queries.ts';

/** The id of the logged-in user, which the session does not have; undefined until it is loaded. */
export function useOwnId(): string | undefined {
  return useQuery(profileQuery).data?.id;
}

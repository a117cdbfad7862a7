import type { Limits } from '@comporta/contract/limits/limits';
import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../base/paths.ts';
import { applicationsQuery } from '../data/application-queries.ts';
import { favouritesQuery } from '../data/favourite-queries.ts';
import { useSession } from '../data/stored/session.ts';

type Limit = 'MAX_APPS' | 'MAX_FEATURE_TOGGLES' | 'MAX_USERS';

/**
 * The paths of the lists of what is counted. Toggles and environments are listed per application: their links
 * lead to the first application in the sidebar, which shows the others. Undefined for a user who may not see
 * the list.
 */
export function useLimitPaths(): Readonly<Record<Limit & keyof Limits, string | undefined>> {
  const isAdmin = useSession()?.is_admin === true;
  const { data: applications = [] } = useQuery(applicationsQuery);
  const { data: favourites = [] } = useQuery(favouritesQuery);
  const isFavourite = ({ id: appId }: { readonly id: string }) =>
    favourites.some(({ type, id }) => type === 'application' && id === appId);
  const appId = (applications.find(isFavourite) ?? applications[0])?.id;
  return {
    MAX_APPS: appId && pathTo('settings', { appId }),
    MAX_FEATURE_TOGGLES: appId && pathTo('toggles', { appId }),
    MAX_USERS: isAdmin ? pathTo('users') : undefined,
  };
}

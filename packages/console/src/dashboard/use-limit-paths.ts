import type { Limits } from '@comporta/contract/limits/limits';
import { useQuery } from '@tanstack/react-query';
import { applicationsQuery } from '../applications/application-queries.ts';
import { pathTo } from '../base/paths.ts';
import { useSession } from '../base/session.ts';
import { favouritesQuery } from '../favourites/favourite-queries.ts';

type Limit = 'MAX_APPS' | 'MAX_FEATURE_TOGGLES' | 'MAX_USERS';

/**
 * Where what is counted is listed. Toggles and environments are listed for an application: the one that
 * leads the sidebar, which has the others. Undefined for who may see no such list.
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

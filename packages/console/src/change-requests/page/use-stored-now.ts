import type { Edit } from '@comporta/contract/change-requests/edit';
import type { Body } from '@comporta/contract/change-requests/parts-of';
import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../../api/api-error.ts';
import { fetchExperiment } from '../../data/experiment-queries.ts';
import { propertiesQuery } from '../../data/property-queries.ts';
import { targetGroupsQuery } from '../../data/target-group-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';

/** What an edit changes, as it is stored now; undefined until it is loaded, null when it does not exist. */
export function useStoredNow(appId: string, edit: Edit | undefined): Body | null | undefined {
  const { type, id = '', environmentId } = edit ?? {};
  const envId = environmentId ?? '';
  const experiment = useQuery({
    queryKey: ['experiments', appId, envId, id, 'stored-now'],
    queryFn: async () => {
      try {
        return await fetchExperiment({ appId, envId, id });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    enabled: type === 'experiment',
  });
  const toggles = useQuery({ ...togglesQuery(appId), enabled: type === 'toggle' });
  const groups = useQuery({ ...targetGroupsQuery(appId), enabled: type === 'targetGroup' });
  const properties = useQuery({ ...propertiesQuery(appId), enabled: type === 'property' });
  switch (type) {
    case 'experiment':
      return experiment.data;
    case 'toggle':
      return storedIn(toggles.data, id);
    case 'targetGroup':
      return storedIn(groups.data, id);
    case 'property':
      return storedIn(properties.data, id);
    default:
      return undefined;
  }
}

function storedIn(
  things: readonly { readonly id: string }[] | undefined,
  id: string,
): Body | null | undefined {
  return things && ((things.find((one) => one.id === id) as Body | undefined) ?? null);
}

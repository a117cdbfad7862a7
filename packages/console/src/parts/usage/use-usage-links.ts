import type { Usage } from '@comporta/contract/usage';
import { pathTo } from '../../base/paths.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import type { NamedLink } from '../../ui/dialogs/link-list.tsx';

/** Links to the uses of a thing: an experiment with its environment, or a target group. */
export function useLinksOf(appId: string): (usages: readonly Usage[]) => NamedLink[] {
  const environments = useCurrentEnvironment().application?.environments ?? [];
  return (usages) =>
    usages.map(({ type, id, name, envId = '' }) => {
      if (type === 'targetGroup') return { label: name, to: pathTo('targetGroup', { appId, id }) };
      const environment = environments.find((one) => one.id === envId)?.name;
      return {
        label: environment === undefined ? name : `${name} (${environment})`,
        to: pathTo('experiment', { appId, envId, id }),
      };
    });
}

/** Links to the uses that a refusal ("used in …") names. */
export function useUsageLinks(appId: string): (refusal: unknown) => NamedLink[] {
  const linksOf = useLinksOf(appId);
  return (refusal) => linksOf(usagesIn(refusal));
}

/** The uses in an error of the API, or in the problem that a form made from it. */
function usagesIn(refusal: unknown): readonly Usage[] {
  if (typeof refusal !== 'object' || refusal === null || !('meta' in refusal)) return [];
  const { items, experiments } = Object(refusal.meta);
  const usages = items ?? experiments;
  return Array.isArray(usages) ? usages : []; // The contract promises this type, and the server checks it.
}

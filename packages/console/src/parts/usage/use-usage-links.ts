import type { Usage } from '@comporta/contract/usage';
import { useCurrentEnvironment } from '../../applications/application-queries.ts';
import { pathTo } from '../../base/paths.ts';
import type { NamedLink } from '../../ui/dialogs/link-list.tsx';

/** Links to where something is used: an experiment with its environment. */
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

/** Links to what stands in the way, when a refusal ("used in …") says where. */
export function useUsageLinks(appId: string): (refusal: unknown) => NamedLink[] {
  const linksOf = useLinksOf(appId);
  return (refusal) => linksOf(usagesIn(refusal));
}

/** Of an error of the API, or of the problem that a form made of it. */
function usagesIn(refusal: unknown): readonly Usage[] {
  if (typeof refusal !== 'object' || refusal === null || !('meta' in refusal)) return [];
  const { items, experiments } = Object(refusal.meta);
  const usages = items ?? experiments;
  return Array.isArray(usages) ? usages : []; // As the contract has it; the server checks it.
}

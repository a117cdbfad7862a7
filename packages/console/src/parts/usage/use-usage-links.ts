import type { Usage } from '@comporta/contract/usage';
import { useCurrentEnvironment } from '../applications/application-queries.ts';
import { pathTo } from './paths.ts';

/** Something that somewhere is, with where it is. */
export interface NamedLink {
  readonly label: string;
  readonly to: string;
}

/** Links to what stands in the way, when a refusal ("used in …") says where: an experiment with its environment. */
export function useUsageLinks(appId: string): (refusal: unknown) => NamedLink[] {
  const environments = useCurrentEnvironment().application?.environments ?? [];
  return (refusal) =>
    usagesIn(refusal).map(({ type, id, name, envId = '' }) => {
      if (type === 'targetGroup') return { label: name, to: pathTo('targetGroup', { appId, id }) };
      const environment = environments.find((one) => one.id === envId)?.name;
      return {
        label: environment === undefined ? name : `${name} (${environment})`,
        to: pathTo('experiment', { appId, envId, id }),
      };
    });
}

/** Of an error of the API, or of the problem that a form made of it. */
function usagesIn(refusal: unknown): readonly Usage[] {
  if (typeof refusal !== 'object' || refusal === null || !('meta' in refusal)) return [];
  const { items, experiments } = Object(refusal.meta);
  const usages = items ?? experiments;
  return Array.isArray(usages) ? usages : []; // As the contract has it; the server checks it.
}
